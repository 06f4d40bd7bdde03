// Where the servers listen: on 127.0.0.1 only, at PORT if it is set, else at the first free port from `usual` on.
export function address(usual) {
  const wanted = process.env.PORT;
  if (!wanted) return { host: '127.0.0.1', port: usual, strictPort: false };
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    console.error(`PORT must be an integer from 1 to 65535, not '${wanted}'.`);
    process.exit(1);
  }
  return { host: '127.0.0.1', port, strictPort: true };
}

export function announce(what, server) {
  const { port } = server.httpServer.address();
  console.log(`\n  ${what}:  http://127.0.0.1:${port}/\n  Press Ctrl-C to stop.\n`);
}
