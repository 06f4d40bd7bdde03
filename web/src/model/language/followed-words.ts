/** Sentences with a word at the same place, in two meanings. */
export interface FollowedSentences {
  readonly word: string;
  readonly groups: readonly [readonly string[], readonly string[]];
}

export const followedSetNames = ['it', 'bank'] as const;
export type FollowedSetName = (typeof followedSetNames)[number];

export const followedSets: Readonly<Record<FollowedSetName, FollowedSentences>> = {
  /** Eight sentences about the animal, and eight about the thing that it did not cross. */
  it: {
    word: 'it',
    groups: [
      [
        'The animal did not cross the street because it was too tired.',
        'The dog did not cross the river because it was too tired.',
        'The horse did not cross the road because it was too scared.',
        'The cat did not cross the bridge because it was too hungry.',
        'The lion did not cross the field because it was too lazy.',
        'The bird did not cross the garden because it was too weak.',
        'The fox did not cross the path because it was too sick.',
        'The bear did not cross the lake because it was too old.',
      ],
      [
        'The animal did not cross the street because it was too wide.',
        'The dog did not cross the river because it was too deep.',
        'The horse did not cross the road because it was too busy.',
        'The cat did not cross the bridge because it was too narrow.',
        'The lion did not cross the field because it was too muddy.',
        'The bird did not cross the garden because it was too crowded.',
        'The fox did not cross the path because it was too steep.',
        'The bear did not cross the lake because it was too cold.',
      ],
    ],
  },
  /** The bank of the river, and the bank that holds money. */
  bank: {
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
  },
};
