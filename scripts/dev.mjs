// Vite's development server, which also watches the C++: a change rebuilds the WebAssembly modules and reloads the page.
// When a build fails, the compiler's messages are printed and the last good modules stay.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { createServer } from 'vite';
import { address, announce } from './address.mjs';

const watched = ['core', 'wasm', 'CMakeLists.txt'].map((name) => resolve(name));
const built = 'build/wasm/wasm';
const good = 'build/last_good_wasm';

const server = await createServer({ configFile: 'web/vite.config.ts', server: address(5173) });
await server.listen();
announce('Attention Lab, with reload', server);

rmSync(good, { recursive: true, force: true });
keep(built, good);
let building = null;
let pending = null;
let changedAgain = false;

server.watcher.add(watched);
server.watcher.on('all', (_event, path) => {
  const changed = resolve(path);
  if (!watched.some((folder) => changed === folder || changed.startsWith(folder + sep))) return;
  clearTimeout(pending);
  pending = setTimeout(rebuild, 150);
});

function rebuild() {
  if (building) {
    changedAgain = true;
    return;
  }
  console.log('The C++ changed: rebuilding the WebAssembly modules');
  building = spawn('bash', ['scripts/build_wasm.sh'], { stdio: ['ignore', 'inherit', 'inherit'] });
  building.on('close', (code) => {
    building = null;
    if (changedAgain) {
      changedAgain = false;
      rebuild();
      return;
    }
    if (code !== 0) {
      keep(good, built);
      console.log('The build failed; the page keeps the last good modules.');
      return;
    }
    keep(built, good);
    server.ws.send({ type: 'full-reload' });
    console.log('Rebuilt.');
  });
}

// Keeps the modification times, so that the next build still knows what is out of date.
function keep(from, to) {
  mkdirSync(to, { recursive: true });
  const moduleFiles = readdirSync(from).filter((name) => /\.(mjs|wasm)$/.test(name));
  for (const file of moduleFiles)
    cpSync(`${from}/${file}`, `${to}/${file}`, { preserveTimestamps: true });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    clearTimeout(pending);
    building?.kill('SIGTERM');
    await server.close();
    process.exit(0);
  });
}
