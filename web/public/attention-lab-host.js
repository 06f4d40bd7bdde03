// For a page with frames of Attention Lab: sets each frame's height to that of its content.
//   <script src="attention-lab-host.js"></script>   and   <iframe data-attention-lab src="...">
// A frame posts { source: 'attention-lab', v: 1, kind: 'height', height } in CSS pixels. Other messages
// are ignored.
(() => {
  const min = 40;
  const max = 6000;
  addEventListener('message', ({ data, origin, source }) => {
    if (data?.source !== 'attention-lab' || data.v !== 1 || data.kind !== 'height') return;
    if (!Number.isFinite(data.height)) return;
    for (const frame of document.querySelectorAll('iframe[data-attention-lab]')) {
      if (frame.contentWindow !== source) continue;
      const sandboxed = frame.sandbox.length > 0 && !frame.sandbox.contains('allow-same-origin');
      const own = frame.src ? new URL(frame.src).origin : location.origin;
      if (origin !== (sandboxed ? 'null' : own)) continue;
      frame.style.height = `${Math.min(max, Math.max(min, Math.ceil(data.height)))}px`;
    }
  });
})();
