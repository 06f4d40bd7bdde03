/** The browser's name and version, such as "Chromium 140" or "Firefox 143". */
interface Brands {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
}

/** Where the name in the user agent is not the browser's. */
const kNames: Readonly<Record<string, string>> = { Edg: 'Edge', Version: 'Safari' };

export function browserName(): string {
  const brands = (navigator as { userAgentData?: Brands }).userAgentData?.brands ?? [];
  const named = brands.filter(({ brand }) => !/not.*brand|chromium/i.test(brand));
  const entry = named[0] ?? brands.find(({ brand }) => brand === 'Chromium');
  if (entry) return `${entry.brand} ${entry.version}`;
  const { userAgent } = navigator;
  const [, name, version] =
    userAgent.match(/(Edg)\/(\d+)/) ?? // Before Chrome, which Edge names too.
    userAgent.match(/(Firefox|Chrome)\/(\d+)/) ??
    userAgent.match(/(Version)\/([\d.]+).* Safari\//) ??
    [];
  return name ? `${kNames[name] ?? name} ${version}` : userAgent;
}
