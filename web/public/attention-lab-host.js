// For a page with frames of Attention Lab: sets each frame's height to that of its content, and tells the frame whether
// the page is light or dark, and its color.
//   <script src="attention-lab-host.js"></script>   and   <iframe data-attention-lab src="...">
// A frame posts { source: 'attention-lab', v: 1, kind: 'height', height } in CSS pixels. Other messages
// are ignored.
(() => {
  const min = 40;
  // MiniLM's whole page needs 11,000 in a column of 360. The bound stops a frame whose content grows with its height.
  const max = 40_000;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // Red, green, blue and alpha of a color. Those of a form like oklch(..) are read from a pixel; some browsers alter
  // pixels against tracking, so rgb(..) is read as text.
  const pixelOf = (color) => {
    const rgb = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color);
    if (rgb) return [...rgb.slice(1).map(Number), 255];
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  };
  // The background of the closest element that has an opaque one.
  const paperOf = (element) => {
    for (let parent = element; parent; parent = parent.parentElement) {
      const [r, g, b, alpha] = pixelOf(getComputedStyle(parent).backgroundColor);
      if (alpha === 255) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const tellTheme = (frame) => {
    const [r, g, b] = paperOf(frame.parentElement);
    const paper = `rgb(${r}, ${g}, ${b})`;
    const theme = r * 0.3 + g * 0.6 + b * 0.1 < 128 ? 'dark' : 'light';
    const message = { source: 'attention-lab-host', v: 1, kind: 'look', theme, paper };
    frame.contentWindow.postMessage(message, '*');
  };
  addEventListener('message', ({ data, origin, source }) => {
    if (data?.source !== 'attention-lab' || data.v !== 1 || data.kind !== 'height') return;
    if (!Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll('iframe[data-attention-lab]')) {
      if (frame.contentWindow !== source) continue;
      const sandboxed = frame.sandbox.length > 0 && !frame.sandbox.contains('allow-same-origin');
      const own = frame.src ? new URL(frame.src).origin : location.origin;
      if (origin !== (sandboxed ? 'null' : own)) continue;
      // Sent each time, because a reloaded frame has lost it.
      tellTheme(frame);
      frame.style.height = `${Math.min(max, Math.max(min, Math.ceil(data.height)))}px`;
    }
  });
})();
