/** 페이지 어디에나 놓은 파일을 받는다. 부르면 그만둔다. Takes files that are dropped anywhere on the page; call the result to stop. */
export function listenForDrops(
  dropped: (files: readonly File[]) => void,
  dragging: (inside: boolean) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener(
    'dragover',
    (event) => {
      if (!carriesFiles(event)) return;
      // 막지 않으면 브라우저가 그 파일을 연다.
      event.preventDefault();
      dragging(true);
    },
    { signal },
  );
  addEventListener(
    'dragleave',
    (event) => {
      if (event.relatedTarget === null) dragging(false);
    },
    { signal },
  );
  addEventListener(
    'drop',
    (event) => {
      dragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      dropped(files);
    },
    { signal },
  );
  return () => listening.abort();
}
