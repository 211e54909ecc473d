import { spawnSync } from 'node:child_process';
import { fail, run, succeeds } from './run.mjs';

const forBuild = ['emscripten', 'libglm-dev', 'cmake', 'ninja-build'];
const forTest = [
  ...forBuild,
  'make',
  'libgtest-dev',
  'clang',
  'clang-format-14',
  'clang-tidy-14',
  'chromium',
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'fonts-nanum',
];

const forCoverage = [...forTest, 'llvm-14'];

// Debian이 아닌 곳에서는 명령이 있는지만 본다.
const commandsForBuild = ['emcc', 'cmake', 'ninja'];
const commandsForTest = [
  ...commandsForBuild,
  'make',
  'clang++',
  'clang-format-14',
  'clang-tidy-14',
  'chromium',
  'firefox-esr',
  'WebKitWebDriver',
  'Xvfb',
];

const commandsForCoverage = [...commandsForTest, 'llvm-cov-14', 'llvm-profdata-14'];

const needs = {
  build: { packages: forBuild, commands: commandsForBuild },
  test: { packages: forTest, commands: commandsForTest },
  coverage: { packages: forCoverage, commands: commandsForCoverage },
};

const hasCommand = (name) => succeeds('sh', ['-c', `command -v ${name}`]);

function missingPackages(wanted) {
  const format = '${Package} ${db:Status-Status}\n';
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...wanted]);
  const known = stdout.toString().split('\n');
  return wanted.filter((name) => !known.includes(`${name} installed`));
}

function aptCommands(packages) {
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ];
}

function explainMissing(packages) {
  const commands = aptCommands(packages).map((words) => words.join(' '));
  const command = hasCommand('sudo')
    ? commands.map((line) => `sudo ${line}`).join(' && ')
    : `su -l -c '${commands.join(' && ')}'`;
  fail(`Debian packages are missing, and this user may not install them. Please run

  ${command}

and then start this again.`);
}

function install(packages) {
  const isRoot = process.getuid() === 0;
  if (!isRoot && !succeeds('sudo', ['-n', 'true'])) explainMissing(packages);
  console.log(`Installing Debian packages: ${packages.join(' ')}`);
  const prefix = isRoot ? ['env'] : ['sudo', '-n', 'env'];
  const [update, add] = aptCommands(packages).map((words) => [
    ...prefix,
    'DEBIAN_FRONTEND=noninteractive',
    ...words,
    '-q',
    '-o',
    'DPkg::Lock::Timeout=300',
  ]);
  // 관계없는 저장소 하나가 응답하지 않는다고 설치까지 포기하지는 않는다.
  spawnSync(update[0], update.slice(1), { stdio: 'inherit' });
  run(add[0], add.slice(1));
}

export function ensureSystemPackages(purpose) {
  const { packages, commands } = needs[purpose];
  if (!hasCommand('dpkg-query')) {
    const missing = commands.filter((name) => !hasCommand(name));
    if (missing.length > 0) fail(`Please install these commands first: ${missing.join(' ')}`);
    return;
  }
  const missing = missingPackages(packages);
  if (missing.length > 0) install(missing);
}
