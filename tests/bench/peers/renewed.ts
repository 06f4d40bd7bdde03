/** The committed figures, with what was just measured in the place of what it renews. */
import { readFileSync } from 'node:fs';
import type { Figures, PlaceFigures } from '../../../web/src/speed/figures.ts';
import { works } from '../../../web/src/speed/works.ts';

export function renewed(figures: Figures): Figures {
  const before = JSON.parse(readFileSync('web/src/speed/figures.json', 'utf8')) as Figures;
  const ids = works.map(({ id }) => id);
  // Of the works that there are: others are gone, with their figures.
  const joined = (place: PlaceFigures, i: number): PlaceFigures => {
    const old = before.places[i]?.works ?? [];
    const kept = old.filter(({ id }) => !place.works.some((work) => work.id === id));
    const all = [...kept, ...place.works].filter(({ id }) => ids.includes(id));
    return { ...place, works: all.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) };
  };
  return {
    ...figures,
    places: figures.places.map(joined),
    first: figures.first.length > 0 ? figures.first : before.first,
    native: figures.native.length > 0 ? figures.native : before.native,
  };
}
