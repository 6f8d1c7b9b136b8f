/** What a number of cases that pass alone have in common, and what to look for. */
export const passingAlone = (count: number): string =>
  `${count === 1 ? "1 case passes" : `${count} cases pass`} alone, on a new adapter: the defect depends on concurrent ` +
  "or earlier calls. Often one defect causes all of them: the last inserted id, a connection that two calls share, " +
  "answers that go to another call, or a connection that is stuck."
