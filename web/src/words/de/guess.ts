/** German texts of the experiments on a trained model. */
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

export const guess: Words['guess'] = {
  heading: 'Erst raten, dann schauen',
  hint: 'Geben Sie einen Tipp ab. Erst dann wird die Seite oben geändert, und das Modell berechnet seine Antwort.',
  questions: {
    number: (word, layer) =>
      phrase`In einem Kopf von ${layer} ist der Value von ${word} eine einzige Zahl. Was sagt das Modell, wenn sich ihr Vorzeichen ändert?`,
    causal: (it, tired, wide) =>
      phrase`Mit der kausalen Maske sieht ${it} das letzte Wort nicht, ${tired} oder ${wide}. Was sagt das Modell?`,
    layer: (word, layer) =>
      phrase`Alle Köpfe von ${layer} sind aus, Schicht 2 arbeitet weiter. Was sagt das Modell bei ${word}?`,
    idle: (word, head) =>
      phrase`Von ${word} aus schaut ein Kopf (${head}) nur auf ein Wort; seine Karte zeigt also ein klares Muster. Was sagt das Modell ohne ihn?`,
    positions: (it, tired, wide) =>
      phrase`Die Positionen sind aus: Das Modell erkennt nicht, wo ein Wort steht. Was sagt es bei ${it} in den Sätzen, die auf ${tired} und ${wide} enden?`,
    third_letter: (letter, layer) =>
      phrase`Vom letzten ${letter} aus schaut der Kopf von ${layer} auf den Buchstaben, der zuvor auf ${letter} folgte. Jetzt muss er allein auf den dritten Buchstaben schauen. Was sagt das Modell?`,
    no_second_layer: (layer) =>
      phrase`Der Kopf von ${layer} ist aus. In Schicht 1 schaut weiter jeder Buchstabe auf den vorigen. Was sagt das Modell?`,
    no_places: (letter) =>
      phrase`Die Positionen sind aus. Der Kopf von Schicht 1 findet den vorigen Buchstaben nicht mehr, und bei vielen Folgen liegt das Modell insgesamt öfter falsch als richtig. Was sagt es nach dem letzten ${letter}?`,
    two_followers: (letter, first, second) =>
      phrase`In einer anderen Buchstabenfolge kommt nach ${letter} erst ${first}, dann ${second}. Was sagt das Modell, wenn ${letter} zum dritten Mal kommt?`,
    first_number: (bar, number) =>
      phrase`Von ${bar} aus schaut der Kopf auf die kleinste Zahl. Jetzt muss er allein auf die erste schauen, auf ${number}. Was sagt das Modell?`,
    unplaced_numbers:
      'Die Positionen sind aus: Das Modell erkennt nicht, wo eine Zahl steht. Was sagt es zuerst?',
    twice: (first, second, said) =>
      phrase`Hier kommen ${first} und ${second} je zweimal unter den Zahlen vor, was es im Training nie gab. Das Modell hat gerade ${said} gesagt. Was sagt es als Nächstes?`,
    subject: (group, source, the, head) =>
      phrase`Von ${group} aus (${head}) schaut das Modell noch auf ${source}, obwohl es dieses Wort schon übersetzt hat. Jetzt muss dieser Kopf auf ${the} schauen. Welches Verb sagt das Modell?`,
    no_source: (word, attention) =>
      phrase`Alle Köpfe, die von deutschen Wörtern auf englische schauen (${attention}), sind aus. Was sagt das Modell nach ${word}?`,
    unplaced_patches:
      'Die Positionen sind aus: Das Modell erkennt nicht, wo im Bild ein Feld liegt. Was sagt es?',
    blind_token:
      'Das Klassentoken steht vor allen Feldern: Mit der kausalen Maske sieht es keines. Was sagt das Modell?',
  },
  reasons: {
    number: (it, wide, animal, street, tired, seen, now, was) =>
      phrase`Das Gewicht von ${it} auf ${wide} ist in Schicht 1 weiter ${seen}, aber der Value von dort hat jetzt das andere Vorzeichen. In Schicht 2 gehen ${now} des Gewichts von ${it} auf ${animal}, vorher ${was} auf ${street}. Im anderen Satz ändert sich dieselbe Stelle, bei ${tired}; seine Antwort bleibt ${animal}.`,
    causal: (it, tired, wide, animal, seenTired, seenWide, nowTired, nowWide, first, second) =>
      phrase`Schicht 1 schaute von ${it} aus auf ${tired} und ${wide} (${seenTired} und ${seenWide}). Die Maske macht diese Gewichte zu ${nowTired} und ${nowWide}. Bis ${it} sind die Sätze gleich: Schicht 2 schaut in beiden auf ${animal} (${first} und ${second}).`,
    layer: (it, animal, first, second, wasFirst, wasSecond) =>
      phrase`Ohne Schicht 1 erreicht ${it} keine Information über das letzte Wort, bevor Schicht 2 schaut. Das Gewicht auf ${animal} ist in den zwei Sätzen ${first} und ${second} (vorher: ${wasFirst} und ${wasSecond}).`,
    idle: (it, animal, street, first, second, wasFirst, wasSecond) =>
      phrase`In diesen Sätzen braucht Schicht 2 diesen Kopf nicht: Die Gewichte von ${it} auf ${animal} und ${street} sind ${first} und ${second} (vorher: ${wasFirst} und ${wasSecond}). Eine klare Karte beweist nicht, dass ein Kopf wichtig ist.`,
    positions: (
      it,
      tired,
      wide,
      animal,
      street,
      seenTired,
      seenWide,
      first,
      second,
      wasFirst,
      wasSecond,
    ) =>
      phrase`Hier genügen die Wörter allein. Schicht 1 schaut von ${it} aus weiter auf ${tired} (${seenTired}) und ${wide} (${seenWide}), Schicht 2 auf ${animal} (${first}, vorher: ${wasFirst}) und ${street} (${second}, vorher: ${wasSecond}).`,
    third_letter: (
      m,
      a,
      first,
      second,
      wasFirst,
      wasSecond,
      saidFirst,
      saidSecond,
      before,
      after,
    ) =>
      phrase`Das Modell sagt den Buchstaben, auf den Schicht 2 schaut. Die Gewichte auf ${m} und ${a} sind jetzt ${first} und ${second} (vorher: ${wasFirst} und ${wasSecond}), und ihre Wahrscheinlichkeiten steigen auf ${saidFirst} und ${saidSecond} (vorher: ${before} und ${after}).`,
    no_second_layer: (k, r, first, second, saidFirst, saidSecond) =>
      phrase`Nur Schicht 2 holt den Buchstaben, der auf ${k} folgte. Ohne sie bleibt der Buchstabe, auf den Schicht 1 schaut: ${r} (Gewichte ${first} und ${second}), dessen Wahrscheinlichkeit ${saidFirst} und ${saidSecond} ist.`,
    no_places: (k, first, second, wasFirst, wasSecond, most, mostSecond) =>
      phrase`Ohne Positionen gibt Schicht 1 dem vorigen Buchstaben nur noch ${first} und ${second} des Gewichts (vorher: ${wasFirst} und ${wasSecond}). Schicht 2 schaut dann vor allem auf ein ${k} (${most} und ${mostSecond}), und das Modell sagt, worauf Schicht 2 schaut.`,
    two_followers: (more, less, first, second) =>
      phrase`Der Kopf von Schicht 2 schaut mehr auf ${more} (${first}) als auf ${less} (${second}), und das Modell sagt, worauf dieser Kopf am meisten schaut.`,
    first_number: (number, first, second, wasFirst, wasSecond, saidFirst, saidSecond) =>
      phrase`Das Modell sagt die Zahl, auf die der Kopf schaut. Die Gewichte auf ${number} sind jetzt ${first} und ${second} (vorher: ${wasFirst} und ${wasSecond}), und ihre Wahrscheinlichkeit ist ${saidFirst} und ${saidSecond}.`,
    unplaced_numbers: (bar, smallest, other, first, second, wasFirst, wasSecond) =>
      phrase`Der Kopf findet die kleinste Zahl an ihrer Größe, nicht an ihrer Position: Die Gewichte von ${bar} auf ${smallest} und ${other} sind ${first} und ${second} (vorher: ${wasFirst} und ${wasSecond}).`,
    twice: (last, said, more, same) =>
      phrase`Zuletzt wurde ${last} gesagt. Von dort aus hat ${said} ${more} des Gewichts, alle Vorkommen von ${last} unter den Zahlen zusammen ${same}: Der Kopf sucht eine größere Zahl, nicht noch einmal dieselbe.`,
    subject: (group, singular, plural, was, now, wasSingular, nowSingular, wasPlural, nowPlural) =>
      phrase`Das Gewicht dieses Kopfes auf ${group} fällt von ${was} auf ${now}. Im ersten Satz fällt die Wahrscheinlichkeit von ${singular} von ${wasSingular} auf ${nowSingular}, die von ${plural} steigt von ${wasPlural} auf ${nowPlural}: Vieles, was Einzahl und Mehrzahl unterscheidet, läuft über diesen Kopf.`,
    no_source: (said, first, second) =>
      phrase`Kein englisches Wort erreicht die deutschen, also sind beide Sätze für das Modell gleich: Die Wahrscheinlichkeit von ${said} ist ${first} und ${second}.`,
    unplaced_patches: (four, nine, wasFour, nowFour, wasNine, nowNine) =>
      phrase`Das Modell weiß noch, was in jedem Feld ist, aber nicht mehr, wo es liegt: Die Wahrscheinlichkeit von ${four} fällt von ${wasFour} auf ${nowFour}, die von ${nine} von ${wasNine} auf ${nowNine}.`,
    blind_token: (said, least, first, second) =>
      phrase`Das Klassentoken schaut nur auf sich selbst (in jedem Kopf mindestens ${least}), also sind beide Bilder für das Modell gleich: Die Wahrscheinlichkeit von ${said} ist ${first} und ${second}.`,
  },
  both: (answer) => phrase`beide Male ${answer}`,
  still: (first, second) => phrase`weiter ${first} und ${second}`,
  pair: (first, second) => phrase`${first} und ${second}`,
  other: 'etwas anderes',
  outcome: (answers) => phrase`Das Modell sagt ${answers}.`,
  right: (outcome) => phrase`${outcome} Richtig geraten.`,
  wrong: (outcome) => phrase`${outcome} Falsch geraten.`,
  changed: (what) => phrase`Oben geändert: ${what}.`,
  earlier: (outcome) => phrase`${outcome} Seitdem wurde die Seite oben verändert.`,
  back: 'Experiment rückgängig machen',
  asLearned: 'Zurück zum trainierten Modell',
  miniLm: {
    question: (it, tired, wide) =>
      phrase`Hier wechselt ${it} vom Tier zur Straße, wenn ${wide} statt ${tired} steht. MiniLM ist ein Modell aus der Praxis. Was werden seine Köpfe tun?`,
    guesses: {
      flips: 'sie wechseln zur Straße',
      leans: 'sie rücken näher zur Straße',
      stays: 'nichts ändert sich',
    },
    measure: (animal, street) =>
      phrase`Messen Sie nach: Öffnen Sie beide Sätze in MiniLM und vergleichen Sie die Gewichte, die auf ${animal} und auf ${street} entfallen. Die Liste „Beispiele“ dort nennt das gemessene Ergebnis.`,
    sentence: (word) => phrase`Der Satz, der mit ${word} endet`,
    absent: 'Diese Website wurde ohne MiniLM gebaut.',
  },
};
