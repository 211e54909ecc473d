import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Canvas, useFrame } from '@react-three/fiber';
import type { Group } from 'three';
import { loadMangto, type Mangto } from 'mangto';
import { attachFlag, type AttachedCloth } from 'mangto/three';

/** One module for the whole page; it is loaded once, however often components mount. */
const loading = loadMangto();

function useMangto(): Mangto | undefined {
  const [mangto, setMangto] = useState<Mangto>();
  useEffect(() => void loading.then(setMangto), []);
  return mangto;
}

function Flag({ wind }: { wind: number }) {
  const mangto = useMangto();
  const pole = useRef<Group>(null);
  const flag = useRef<AttachedCloth>(undefined);

  useEffect(() => {
    if (!mangto || !pole.current) return;
    const made = attachFlag(pole.current, { mangto, gusts: { strength: 0.6, scale: 2 } });
    flag.current = made;
    return () => made.dispose();
  }, [mangto]);

  useFrame((_, delta) => {
    if (!flag.current || flag.current.disposed) return;
    flag.current.cloth.wind = [wind, 0, 1];
    flag.current.update(delta);
  });

  return <group ref={pole} />;
}

function App() {
  const [shown, setShown] = useState(true);
  return (
    <>
      <Canvas camera={{ position: [0.6, 0.5, 4], fov: 40 }}>
        <hemisphereLight intensity={3} />
        {shown && <Flag wind={5} />}
      </Canvas>
      <button style={{ position: 'fixed', left: 8, top: 8 }} onClick={() => setShown(!shown)}>
        {shown ? 'Take the flag down' : 'Hoist the flag'}
      </button>
    </>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
