// For a page with frames of Attention Lab: sets each frame's height to that of its content, and tells the frame whether
// the page is light or dark, and its color.
//   <script src="attention-lab-host.js"></script>   and   <iframe data-attention-lab src="...">
// A frame posts { source: 'attention-lab', v: 1, kind: 'height', height } in CSS pixels. Other messages
// are ignored.
(() => {
  const min = 40;
  const max = 6000;
  const numbers = (color) => color.match(/[\d.]+/g)?.map(Number) ?? [];
  const paperOf = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (color.startsWith('rgb(')) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const tellTheme = (frame) => {
    const paper = paperOf(frame.parentElement);
    const [r, g, b] = numbers(paper);
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
