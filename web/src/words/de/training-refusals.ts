/** German messages of tasks, recipes and trainers, as in refusals.ts. */
export const trainingRefusals: readonly (readonly [string, string])[] = [
  [
    'expected images with more than one shade of gray, got one shade',
    'Die Bilder brauchen mehr als einen Grauton.',
  ],
  [
    'expected enough images that one in ten can be held out, got {}',
    'Zu wenige Bilder, um jedes zehnte zurückzuhalten: {}.',
  ],
  [
    'expected an image of a digit, got text: digits cannot be typed',
    'Ziffern lassen sich nicht eintippen: Diese Aufgabe liest Bilder.',
  ],
  [
    'expected digits to train on, with 784 pixels each, got {} digits and {} pixels',
    'Nötig sind Ziffern zu je 784 Pixeln; vorhanden sind {} Ziffern und {} Pixel.',
  ],
  ['expected an image of {} pixels, got {}', 'Ein Bild hat {} Pixel, nicht {}.'],
  ['expected pixels from 0 to 255, got {}', 'Pixel liegen zwischen 0 und 255, nicht bei {}.'],
  [
    'expected an example in tokens, got an image: only digits have images',
    'Nur die Aufgabe mit Ziffern liest Bilder; diese liest Tokens.',
  ],
  ['expected {} {} for this task, got {}', 'Diese Aufgabe braucht {} {}, nicht {}.'],
  ['expected digits from 0 to 9, got {}', 'Ziffern liegen zwischen 0 und 9, nicht bei {}.'],
  [
    'expected a row of symbols without a bar, got one with a bar',
    'Bitte eine Reihe von Zeichen ohne Strich eingeben.',
  ],
  ['expected one of the tasks {}, got {}', 'Die Aufgabe muss eine von diesen sein: {}; nicht {}.'],
  [
    'expected a text of at least {} tokens, got {}',
    'Der Text braucht mindestens {} Tokens, nicht {}.',
  ],
  [
    'expected beta_1 and beta_2 of at least 0 and below 1, got {} and {}',
    'beta_1 und beta_2 müssen mindestens 0 und kleiner als 1 sein, nicht {} und {}.',
  ],
  [
    'expected a momentum of at least 0 and below 1, got {}',
    'momentum muss mindestens 0 und kleiner als 1 sein, nicht {}.',
  ],
  [
    'expected an attention of this model with a name that ends with "{}", got none',
    'Keine Attention dieses Modells hat einen Namen, der auf „{}“ endet.',
  ],
  [
    'expected one of the recipes {}, got {}',
    'Das Rezept muss eines von diesen sein: {}; nicht {}.',
  ],
  [
    'expected a floor from 0 to 1, got {}',
    'Der Kosinus muss bei einem Anteil von 0 bis 1 enden, nicht bei {}.',
  ],
  [
    'expected a ramp with 0 <= begin <= full <= 1, got {} and {}',
    'Der Strafterm muss zwischen 0 und 1 beginnen und darf nicht voll wirken, bevor er beginnt: {} und {} geht nicht.',
  ],
  ['expected a step of at least {}, got {}', 'Dieser Lauf beginnt bei Schritt {}; {} liegt davor.'],
  [
    'expected count of at most {} for batches of {} examples, got {}',
    'Bei {2} Beispielen pro Schritt sind höchstens {1} Schritte möglich, nicht {3}.',
  ],
  [
    'expected a model to train, got one that holds its parameters rounded',
    'Dieses Modell hat gerundete Parameter; sie lassen sich nicht ändern.',
  ],
  [
    'expected a step from 0 to {}, got {}',
    'Der Schritt muss zwischen 0 und {} liegen, nicht bei {}.',
  ],
  [
    "expected only tensors of the recipe's model and its optimizer, got {}",
    'Der Stand enthält {}, was nicht zum Modell des Rezepts und seinem Optimierer gehört.',
  ],
  [
    "expected step {}, as in the state's tensor {}, got {}",
    'Der Stand gehört laut „{2}“ zu Schritt {1}, nicht zu {3}.',
  ],
  [
    'expected one label for each row of the logits {}, got {}',
    'Nötig ist eine Antwort je Zeile der Logits {}; es sind {}.',
  ],
  [
    'expected one weight for each of {} labels, got {}',
    'Nötig ist ein Gewicht je Antwort, also {}; es sind {}.',
  ],
  [
    'expected labels from -1 (ignored) to {}, got {}',
    'Antworten haben Nummern von -1 (wird übergangen) bis {}, nicht {}.',
  ],
  [
    'expected finite weights of at least 0, got {}',
    'Gewichte müssen endlich und mindestens 0 sein, nicht {}.',
  ],
  [
    'expected a label_smoothing of at least 0 and below 1, got {}',
    'label_smoothing muss mindestens 0 und kleiner als 1 sein, nicht {}.',
  ],
  [
    'expected a dropout probability of at least 0 and below 1, got {}',
    'Dropout braucht eine Wahrscheinlichkeit von mindestens 0 und kleiner als 1, nicht {}.',
  ],
  [
    'expected a held-out example below {}, got {}',
    'Zurückgehaltene Beispiele haben Nummern kleiner als {}, nicht {}.',
  ],
  [
    'expected a task with {} answers at each position, got {}',
    'Die Aufgabe braucht {} Antworten an jeder Stelle, nicht {}.',
  ],
  [
    'expected a task with the vocabulary of {}, got {}',
    'Nötig ist eine Aufgabe mit dem Vokabular von {}, nicht {}.',
  ],
];
