/** Sentences in which a word stands at the same place, in two meanings. */
export interface FollowedSentences {
  readonly word: string;
  readonly groups: readonly [readonly string[], readonly string[]];
}

export const followedBank: FollowedSentences = {
  word: 'bank',
  groups: [
    [
      'He sat on the bank of the river.',
      'They walked along the bank of the lake.',
      'Trees grew on the bank near the water.',
      'We rested on the bank under the trees.',
      'The boat reached the bank of the stream.',
      'Grass covered the steep bank of the river.',
      'She stood on the bank and watched the fish.',
      'The otter left the bank for the pond.',
    ],
    [
      'He works at the bank in town.',
      'They robbed the city bank last night.',
      'She called her local bank about the fees.',
      'He borrowed from the bank at high interest.',
      'We asked at the bank for a loan.',
      'The clerk at the bank counted the money.',
      'They owe the same bank a large sum.',
      'She sued her old bank over the account.',
    ],
  ],
};
