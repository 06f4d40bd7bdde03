import { checkpointRefusals } from './checkpoint-refusals';
import { loadRefusals } from './load-refusals';
import { trainingRefusals } from './training-refusals';
import { vectorRefusals } from './vector-refusals';

/** German messages of the engine, by the English template: {} is the next piece, {2} the second. */
export const refusals: ReadonlyMap<string, string> = new Map([
  ['The engine could not start: {}.', 'Die Engine konnte nicht starten: {}.'],
  ['The engine stopped: {}.', 'Die Engine wurde unerwartet beendet: {}.'],
  ['The engine has been closed.', 'Die Engine wurde geschlossen.'],
  ['expected {} of {} to {}, got {}', '„{}“ muss zwischen {} und {} liegen, nicht bei {}.'],
  ['expected text in UTF-8, got other bytes', 'Der Text muss in UTF-8 geschrieben sein.'],
  [
    'expected a finite {} of at least 0, got {}',
    '{} muss endlich und mindestens 0 sein, nicht {}.',
  ],
  ['expected {} of at least {}, got {}', '{} muss mindestens {} sein, nicht {}.'],
  [
    'expected {} of at least 0 and below {}, got {}',
    '{} muss mindestens 0 und kleiner als {} sein, nicht {}.',
  ],
  [
    'expected {} of at least 0 and below {}, got {} at position {} of batch item {}',
    '{} müssen mindestens 0 und kleiner als {} sein, nicht {} wie an Position {} des Batch-Elements {}.',
  ],
  ['expected a sentence of at least one token, got none', 'Ein Satz braucht mindestens ein Token.'],
  [
    'expected {} of whole numbers from 0 to 65535, got {}',
    '{} muss aus ganzen Zahlen von 0 bis 65535 bestehen; darin ist {}.',
  ],
  ['expected the tensor "{}" of shape {}, got none', 'Der Tensor „{}“ der Form {} fehlt.'],
  [
    'expected finite numbers in {}, got NaN or infinity',
    '{} enthält Zahlen, die nicht endlich sind.',
  ],
  [
    'expected a model with one stack, to read it layer by layer, got an encoder-decoder',
    'Ein Modell aus Encoder und Decoder kann nicht Schicht für Schicht gelesen werden.',
  ],
  [
    'expected a model with one stack, to attribute a number to tokens, got an encoder-decoder',
    'Bei einem Modell aus Encoder und Decoder lässt sich eine Zahl nicht auf die Tokens zurückführen.',
  ],
  [
    'expected names of fields, as rounded parameters have no gradients, got "{}"',
    'Gerundete Parameter haben keine Gradienten; „{}“ ist kein Feld.',
  ],
  [
    'expected words and pairs of {} sentences, got words of {} and pairs of {}',
    'Es sind {} Sätze, aber Wörter für {} und Wortpaare für {}.',
  ],
  [
    'expected the kinds of words for {} sentences, got them for {}',
    'Es sind {} Sätze, aber Wortarten für {}.',
  ],
  ['expected a kind for each of {} words, got {}', 'Es sind {} Wörter, aber {} Wortarten.'],
  [
    'expected 1 to {} tokens in each sentence, each with its word, got {}',
    'Zu jedem Satz gehören die Wörter von 1 bis {} Tokens, nicht von {}.',
  ],
  [
    'expected the number of a word from -1 to {}, got {}',
    'Die Wörter eines Satzes haben Nummern von -1 bis {}, nicht {}.',
  ],
  [
    'expected a relation below {} between words of the sentence, got {} from {} to {}',
    'Nötig ist eine Beziehung mit einer Nummer kleiner als {} zwischen Wörtern des Satzes, nicht {} von {} nach {}.',
  ],
  [
    'expected a model of text with one stack, to find what its heads look at, got another model',
    'Wohin die Köpfe schauen, lässt sich nur bei einem Textmodell suchen, das nicht aus Encoder und Decoder besteht.',
  ],
  [
    'expected layers with the same number of heads, got {} and {}',
    'Alle Schichten müssen gleich viele Köpfe haben, nicht {} und {}.',
  ],
  [
    'this head finder was lost when the engine stopped: create another',
    'Die Engine wurde beendet und mit ihr diese Suche nach Köpfen. Bitte eine neue beginnen.',
  ],
  ['expected {} of {} sentences, got {}', '{} gehört zu {} Sätzen, nicht zu {}.'],
  [
    'expected {} of the {} tokens of sentence {}, got {}',
    '{} gehört zu den {} Tokens von Satz {}, nicht zu {}.',
  ],
  [
    'expected a relation such as "previous_word", got {}',
    'Nötig ist eine Beziehung wie „previous_word“, nicht {}.',
  ],
  [
    'expected models with one stack, to compare them, got an encoder-decoder',
    'Modelle aus Encoder und Decoder lassen sich hier nicht vergleichen.',
  ],
  [
    'expected a rounded model of {} layers, as the exact one, got {}',
    'Das gerundete Modell muss {} Schichten haben wie das genaue, nicht {}.',
  ],
  [
    'expected parameters of at most {} to hold them as {}, got a larger one',
    'Parameter dürfen höchstens {} groß sein, um als {} zu passen; einer ist größer.',
  ],
  [
    'expected a decoder-only or encoder-decoder model, to generate step by step, got an encoder',
    'Nur ein reines Decoder-Modell oder ein Encoder-Decoder kann Schritt für Schritt Text erzeugen.',
  ],
  [
    'expected a model whose answers are its {} tokens, got {} answers',
    'Um Text zu erzeugen, muss das Modell mit seinen {} Tokens antworten; es hat {} Antworten.',
  ],
  [
    'expected a sequence to continue without {}, got one with it',
    'Beim Fortsetzen ist {} nicht möglich.',
  ],
  [
    'expected one sequence of at least one token, got {}',
    'Nötig ist eine einzelne Folge mit mindestens einem Token, nicht {}.',
  ],
  [
    'expected logits that are finite, got NaN or infinity at position {}',
    'Die Logits an Stelle {} sind nicht endlich: Das Modell kann keinen weiteren Text erzeugen.',
  ],
  ['expected {} of shape [{}], got [{}]', '{} muss die Form [{}] haben, nicht [{}].'],
  [
    'expected max_length of at least 1 for learned positions, got {}',
    'Gelernte Positionen brauchen max_length von mindestens 1, nicht {}.',
  ],
  [
    'expected at most max_length {} tokens, got {}',
    'Das Modell liest höchstens {} Tokens (max_length), nicht {}.',
  ],
  [
    'expected patches of shape [batch, patch, d_patch] with d_patch {}, got {}',
    'patches muss die Form [batch, patch, d_patch] haben, mit d_patch {}; nicht {}.',
  ],
  [
    'expected {} of shape [batch, n] with at least one batch item, got {} ids for [{}, {}]',
    '{} braucht die Form [batch, n] mit mindestens einem Eintrag; es sind {} Zahlen für [{}, {}].',
  ],
  [
    'expected embeddings of d_model {}, got {}',
    'Die Einbettungen müssen die Breite d_model {} haben, nicht {}.',
  ],
  [
    "expected the decoder's d_model to be the encoder's {}, got {}",
    'Der Decoder muss dieselbe Breite d_model wie der Encoder haben: {}, nicht {}.',
  ],
  [
    'expected no d_patch for a model of tokens, got {}',
    'd_patch hat nur ein Modell für Bilder; hier steht {}.',
  ],
  [
    'expected target_vocab_size of at least 1, got {}',
    'target_vocab_size muss mindestens 1 sein, nicht {}.',
  ],
  [
    'expected an encoder for {}, got architecture {}',
    '„{}“ hat nur ein Encoder; hier ist die Architektur {}.',
  ],
  [
    'expected a model without a head to be an encoder with a readout, got another model',
    'Ein Modell ohne Ausgabekopf muss ein Encoder sein, der eine Stelle oder den Mittelwert ausgibt.',
  ],
  [
    'expected num_labels of a tied head to be vocab_size {}, got {}',
    'Teilt die Ausgabe die Einbettungstabelle, muss num_labels gleich vocab_size sein: {}, nicht {}.',
  ],
  ['expected at most max_tokens {} tokens, got {}', 'Höchstens {} Tokens (max_tokens), nicht {}.'],
  [
    'expected an index of {} with shape {}, got {}',
    'Der Index {3} passt nicht zu {1} mit der Form {2}.',
  ],
  ['expected a field of this model, got "{}"', 'Dieses Modell hat kein Feld „{}“.'],
  ['expected one of the attentions {}, got "{}"', 'Möglich sind die Attentions {1}, nicht „{2}“.'],
  ['expected 1 or {} values for {}, got {}', '{2} braucht 1 oder {1} Werte, nicht {3}.'],
  [
    'expected an intervention at {} that multiplies or adds, got both',
    'Ein Eingriff an {} multipliziert oder addiert, nicht beides.',
  ],
  [
    'expected an intervention at a field of this model, or at a parameter of a projection, feed-forward, norm or untied head, got "{}"',
    'Ein Eingriff ist nur an einem Feld dieses Modells möglich oder an einem Parameter einer Projektion, eines Feed-Forward-Netzes, einer Normierung oder einer Ausgabe mit eigener Matrix, nicht an „{}“.',
  ],
  [
    'expected a gradient of a field of this model, got "{}"',
    'Einen Gradienten gibt es nur zu einem Feld dieses Modells, nicht zu „{}“.',
  ],
  [
    'expected an even d_head, because rotary positions rotate pairs of its elements, got {}',
    'Die Positionscodierung durch Rotation dreht die Zahlen eines Kopfes paarweise: d_head muss gerade sein, nicht {}.',
  ],
  [
    'expected a finite rotary base of at least 1, got {}',
    'Die Basis der Rotation muss endlich und mindestens 1 sein, nicht {}.',
  ],
  [
    "expected d_key and d_value of a layer's attention to be its d_model {}, got {} and {}",
    'd_key und d_value einer Schicht müssen gleich ihrem d_model {} sein, nicht {} und {}.',
  ],
  [
    "expected the feed-forward's d_model to be the attention's {}, got {}",
    'Das Feed-Forward-Netz muss dieselbe Breite d_model wie die Attention haben: {}, nicht {}.',
  ],
  [
    'expected every layer to have the d_model {} of the first, got {}',
    'Jede Schicht muss dieselbe Breite d_model wie die erste haben: {}, nicht {}.',
  ],
  ['expected "{}" to be at least 0, got {}', '„{}“ muss mindestens 0 sein, nicht {}.'],
  [
    'expected answers_per_place to divide num_labels {}, got {}',
    'answers_per_place muss num_labels {} teilen; {} tut es nicht.',
  ],
  [
    'expected names of fields that the model computes, got "{}"',
    'Das Modell berechnet kein Feld „{}“.',
  ],
  [
    'expected one of the inputs {} for this model, got "{}"',
    'Dieses Modell nimmt als Eingaben {}; nicht „{}“.',
  ],
  ['expected {} with at least one id, got none', '{} braucht mindestens eine Nummer.'],
  [
    'expected no type_ids for a model with num_types 0, got type_ids',
    'Ein Modell mit num_types 0 nimmt keine type_ids.',
  ],
  [
    'expected {} of shape {}, as the ids, got {}',
    '{} muss dieselbe Form {} wie die ids haben, nicht {}.',
  ],
  ['expected 1 to {} {}, got {}', 'Möglich sind 1 bis {} {}, nicht {}.'],
  [
    'expected "{}" to be {}, got {}',
    '„{}“ hat einen Wert, der nicht möglich ist. Möglich: {}; eingegeben: {}.',
  ],
  ['expected at most {} keys, got {}', 'Möglich sind höchstens {} Einstellungen, nicht {}.'],
  ['expected "{}", a whole number{}, got none', 'Die ganze Zahl „{}“{} fehlt.'],
  ['expected "{}", a text, got none', 'Der Text „{}“ fehlt.'],
  ['expected "{}", a list of texts, got none', 'Die Liste von Texten „{}“ fehlt.'],
  ['expected "{}" with at most {} texts, got {}', '„{}“ darf höchstens {} Texte haben, nicht {}.'],
  [
    'expected "{}" with at most {} bytes of text, got {}',
    '„{}“ darf höchstens {} Bytes Text haben, nicht {}.',
  ],
  ['expected a configuration with {}, got {}', 'Möglich sind die Einstellungen {}; nicht {}.'],
  [
    'expected {} of numbers from 0 to 255, got {}',
    '{} muss aus Zahlen von 0 bis 255 bestehen; darin ist {}.',
  ],
  ['this {} has been disposed of', 'Dieses Objekt ({}) wurde schon freigegeben.'],
  [
    'this model was lost when the engine stopped: prepare another',
    'Die Engine wurde beendet und mit ihr dieses Modell. Bitte ein neues vorbereiten.',
  ],
  [
    'this model was lost when the engine stopped: create another',
    'Die Engine wurde beendet und mit ihr dieses Modell. Bitte ein neues erzeugen.',
  ],
  [
    'expected {} to be a whole number from {} to {}, got {}',
    '{} muss eine ganze Zahl von {} bis {} sein, nicht {}.',
  ],
  [
    'expected only the keys {} in the call, got "{}"',
    'Im Aufruf sind nur die Schlüssel {} möglich, nicht „{}“.',
  ],
  [
    'expected either a seed or parameters, got both',
    'Bitte einen Startwert oder Parameter angeben, nicht beides.',
  ],
  [
    'expected a seed or parameters, got neither',
    'Es fehlt ein Startwert, oder es fehlen Parameter.',
  ],
  ['not enough memory for this request', 'Der Speicher reicht für diese Anfrage nicht.'],
  ['expected the module {} for this call, got {}', 'Dafür ist das Modul {} nötig; geladen ist {}.'],
  ...checkpointRefusals,
  ...vectorRefusals,
  ...loadRefusals,
  ...trainingRefusals,
]);
