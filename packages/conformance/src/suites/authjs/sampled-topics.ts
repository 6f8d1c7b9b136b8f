// Each of these topics repeats one race, or one burst of calls, for every operation or kind of row, and most of what one of
// its cases finds is also found by another case. The numbers are those of the cases that run at quick effort. Cases that
// need no chance always run, so that what they find does not depend on the seed.
export const sampledTopics: Readonly<Record<string, number>> = {
  bursts: 1,
  "concurrent-lookups": 3,
  "fresh-reads": 4,
  lives: 1,
  "late-writes": 8,
  "lookups-during": 17,
  "lost-writes": 5,
  "many-rows": 2,
  "separate-results": 4,
  spellings: 2,
  "under-load": 1,
}

/** Cases of these topics that always run, because they make the calls of several others, or are the only ones to make theirs. */
export const alwaysChosen: ReadonlySet<string> = new Set([
  "fresh-reads/rows-of-a-user",
  "fresh-reads/rows-of-a-deleted-user",
  // The only long list.
  "many-rows/passkeys",
])
