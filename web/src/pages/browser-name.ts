/** "Chromium 140", "Firefox 143": as the browser calls itself. */
interface Brands {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
}

export function browserName(): string {
  const brands = (navigator as { userAgentData?: Brands }).userAgentData?.brands ?? [];
  const own = brands.filter(({ brand }) => !/not.*brand|chromium/i.test(brand));
  const told = own[0] ?? brands.find(({ brand }) => brand === 'Chromium');
  if (told) return `${told.brand} ${told.version}`;
  const { userAgent } = navigator;
  const [, name, version] =
    userAgent.match(/(Firefox|Edg|Chrome)\/(\d+)/) ??
    userAgent.match(/(Version)\/([\d.]+).* Safari\//) ??
    [];
  return name ? `${name === 'Version' ? 'Safari' : name} ${version}` : userAgent;
}
