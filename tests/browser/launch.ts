/**
 * What Chromium shall do without. The first three are what its address bar would show, were it seen: with them every
 * window loads some 370 scripts of the browser's own, which takes longer than our page. The fourth starts a process
 * with each page for one that may come. The others Playwright turns off itself, but of two such lists the browser heeds
 * the last: it neither asks its makers nor changes an address.
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

/** Debian's Chromium, as it is started in a container. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
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
