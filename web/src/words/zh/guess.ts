/** Chinese texts of the experiments on a trained model. */
import type { Words } from '../en/base';
import { phrase } from '../forms/phrase';

export const guess: Words['guess'] = {
  heading: '先猜，再看',
  hint: '请先猜。猜过之后，上方的页面才会改动，模型才会计算答案。',
  questions: {
    number: (word, layer) =>
      phrase`在${layer}的一个头中，${word} 的值只是一个数。如果它的正负号改变，模型会说什么？`,
    causal: (it, tired, wide) =>
      phrase`使用因果掩码时，${it} 看不到最后一个词（${tired} 或 ${wide}）。模型会说什么？`,
    layer: (word, layer) =>
      phrase`${layer}的所有头都关掉，第 2 层照常工作。对 ${word}，模型会说什么？`,
    idle: (word, head) =>
      phrase`从 ${word} 出发，${head}只关注一个词，所以它的图很清晰。没有这个头，模型会说什么？`,
    positions: (it, tired, wide) =>
      phrase`位置已关闭：模型不知道各个词的位置。在以 ${tired} 和 ${wide} 结尾的两个句子中，对 ${it}，模型会说什么？`,
    third_letter: (letter, layer) =>
      phrase`从最后一个 ${letter} 出发，${layer}的头关注先前跟在 ${letter} 后面的字母。现在它只能关注第三个字母。模型会说什么？`,
    no_second_layer: (layer) =>
      phrase`${layer}的头关掉了。在第 1 层中，每个字母仍然关注它前面的字母。模型会说什么？`,
    no_places: (letter) =>
      phrase`位置已关闭。第 1 层的头再也找不到前一个字母；在大量字母串上，模型答错的多，答对的少。在最后一个 ${letter} 之后，模型会说什么？`,
    two_followers: (letter, first, second) =>
      phrase`在另一串字母中，${letter} 后面先是 ${first}，后来是 ${second}。当 ${letter} 第三次出现时，模型会说什么？`,
    first_number: (bar, number) =>
      phrase`从 ${bar} 出发，这个头关注最小的数。现在它只能关注第一个数 ${number}。模型会说什么？`,
    unplaced_numbers: '位置已关闭：模型不知道各个数的位置。它先说哪个数？',
    twice: (first, second, said) =>
      phrase`这里 ${first} 和 ${second} 各出现了两次，训练中从未有过这种情况。模型刚说了 ${said}。接下来它会说什么？`,
    subject: (group, source, the, head) =>
      phrase`从 ${group} 出发（${head}），模型仍在关注 ${source}，虽然这个词已经译出。现在这个头只能关注 ${the}。模型会说哪个动词？`,
    no_source: (word, attention) =>
      phrase`所有从德语词关注英语词的头都关掉了（${attention}）。在 ${word} 之后，模型会说什么？`,
    unplaced_patches: '位置已关闭：模型不知道各个图块在图中的位置。它会说什么？',
    blind_token: '类别词元排在所有图块之前：使用因果掩码时，它一块也看不到。模型会说什么？',
  },
  reasons: {
    number: (it, wide, animal, street, tired, seen, now, was) =>
      phrase`第 1 层中，${it} 对 ${wide} 的权重仍是 ${seen}，但从那里取来的值正负号变了。第 2 层中，${it} 的权重有 ${now} 落在 ${animal} 上；原先有 ${was} 落在 ${street} 上。另一个句子中的同一位置（${tired}）也随之改变，答案仍是 ${animal}。`,
    causal: (it, tired, wide, animal, seenTired, seenWide, nowTired, nowWide, first, second) =>
      phrase`第 1 层原先从 ${it} 关注 ${tired} 和 ${wide}（${seenTired} 和 ${seenWide}）。掩码使这两个权重变为 ${nowTired} 和 ${nowWide}。${it} 及其之前，两个句子完全相同，所以第 2 层在两句中都关注 ${animal}（${first} 和 ${second}）。`,
    layer: (it, animal, first, second, wasFirst, wasSecond) =>
      phrase`没有第 1 层，${it} 在第 2 层开始之前得不到最后一个词的任何信息。两个句子中 ${animal} 上的权重是 ${first} 和 ${second}（原先：${wasFirst} 和 ${wasSecond}）。`,
    idle: (it, animal, street, first, second, wasFirst, wasSecond) =>
      phrase`在这两个句子里，第 2 层不需要这个头：${it} 对 ${animal} 和 ${street} 的权重是 ${first} 和 ${second}（原先：${wasFirst} 和 ${wasSecond}）。图清晰并不证明这个头重要。`,
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
      phrase`这里只凭词本身就足够了。第 1 层仍从 ${it} 关注 ${tired}（${seenTired}）和 ${wide}（${seenWide}），第 2 层关注 ${animal}（${first}，原先：${wasFirst}）和 ${street}（${second}，原先：${wasSecond}）。`,
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
      phrase`模型说出第 2 层所关注的字母。${m} 和 ${a} 上的权重现在是 ${first} 和 ${second}（原先：${wasFirst} 和 ${wasSecond}），它们的概率升到 ${saidFirst} 和 ${saidSecond}（原先：${before} 和 ${after}）。`,
    no_second_layer: (k, r, first, second, saidFirst, saidSecond) =>
      phrase`只有第 2 层会取来先前跟在 ${k} 后面的字母。没有它，剩下的是第 1 层所关注的字母：${r}（权重 ${first} 和 ${second}），其概率是 ${saidFirst} 和 ${saidSecond}。`,
    no_places: (k, first, second, wasFirst, wasSecond, most, mostSecond) =>
      phrase`没有位置信息，第 1 层只给前一个字母 ${first} 和 ${second} 的权重（原先：${wasFirst} 和 ${wasSecond}）。于是第 2 层主要关注某个 ${k}（${most} 和 ${mostSecond}），模型说出第 2 层所关注的字母。`,
    two_followers: (more, less, first, second) =>
      phrase`第 2 层的头对 ${more} 的关注（${first}）多于 ${less}（${second}），模型说出这个头最关注的字母。`,
    first_number: (number, first, second, wasFirst, wasSecond, saidFirst, saidSecond) =>
      phrase`模型说出这个头所关注的数。${number} 上的权重现在是 ${first} 和 ${second}（原先：${wasFirst} 和 ${wasSecond}），其概率是 ${saidFirst} 和 ${saidSecond}。`,
    unplaced_numbers: (bar, smallest, other, first, second, wasFirst, wasSecond) =>
      phrase`这个头凭大小而不是位置找到最小的数：从 ${bar} 到 ${smallest} 和 ${other} 的权重是 ${first} 和 ${second}（原先：${wasFirst} 和 ${wasSecond}）。`,
    twice: (last, said, more, same) =>
      phrase`最后说出的数是 ${last}。从那里出发，${said} 得到 ${more} 的权重，各个 ${last} 合计得到 ${same}：这个头寻找更大的数，而不是同一个数。`,
    subject: (group, singular, plural, was, now, wasSingular, nowSingular, wasPlural, nowPlural) =>
      phrase`这个头在 ${group} 上的权重从 ${was} 降到 ${now}。在第一个句子中，${singular} 的概率从 ${wasSingular} 降到 ${nowSingular}，${plural} 的概率从 ${wasPlural} 升到 ${nowPlural}：区分单数和复数的信息，很大一部分来自这个头。`,
    no_source: (said, first, second) =>
      phrase`没有英语词能到达德语词，所以两个句子对模型来说是一样的：${said} 的概率是 ${first} 和 ${second}。`,
    unplaced_patches: (four, nine, wasFour, nowFour, wasNine, nowNine) =>
      phrase`模型仍知道每个图块里有什么，但不知道图块的位置：${four} 的概率从 ${wasFour} 降到 ${nowFour}，${nine} 的概率从 ${wasNine} 降到 ${nowNine}。`,
    blind_token: (said, least, first, second) =>
      phrase`类别词元只关注自己（每个头中至少 ${least}），所以两幅图对模型来说是一样的：${said} 的概率是 ${first} 和 ${second}。`,
  },
  both: (answer) => phrase`两次都是 ${answer}`,
  still: (first, second) => phrase`仍是 ${first} 和 ${second}`,
  pair: (first, second) => phrase`${first} 和 ${second}`,
  other: '别的答案',
  outcome: (answers) => phrase`模型说 ${answers}。`,
  right: (outcome) => phrase`${outcome}您猜对了。`,
  wrong: (outcome) => phrase`${outcome}您猜错了。`,
  changed: (what) => phrase`上方已改动：${what}。`,
  earlier: (outcome) => phrase`${outcome}此后上方的页面又有了改动。`,
  back: '撤销实验',
  asLearned: '恢复训练好的模型',
  miniLm: {
    question: (it, tired, wide) =>
      phrase`这里，把 ${tired} 换成 ${wide}，${it} 就从动物转向街道。MiniLM 是日常使用的模型。它的头会怎样？`,
    guesses: { flips: '转向街道', leans: '偏向街道', stays: '没有变化' },
    measure: (animal, street) =>
      phrase`请测量：在 MiniLM 中打开两个句子，比较落在 ${animal} 和 ${street} 上的权重。那里的“示例”列表给出测得的结果。`,
    sentence: (word) => phrase`以 ${word} 结尾的句子`,
    absent: '本网站构建时没有包含 MiniLM。',
  },
};
