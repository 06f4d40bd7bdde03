import { existsSync } from 'node:fs';

/**
 * Chromium features to disable. The first three belong to the address bar: with them, every window loads about 370
 * internal scripts, which takes longer than our page. The fourth starts a spare process with every page. Playwright
 * disables the others itself, but Chromium uses only the last --disable-features list, so they are repeated here: they
 * contact Google or rewrite addresses.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'SpareRendererForSitePerProcess',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
];

/** Debian's Chromium that cannot open windows takes 0.3 s less processor time per page. */
const withoutWindows = '/usr/bin/chromium-headless-shell';
const chromium = existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium';

/** The flags that Chromium needs in a container. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join(',')}`,
  ],
};
