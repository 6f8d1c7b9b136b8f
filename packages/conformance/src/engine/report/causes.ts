import type { CaseResult } from "../run-case.ts"
import { isUnexpected, isVague } from "../symptoms/symptom.ts"

/** Cases that failed alike, probably for one cause. */
export type Cause = {
  /** What went wrong, in a few words. */
  readonly symptom: string
  /** `failed` if one of the cases failed, otherwise `warned`. */
  readonly status: "failed" | "warned"
  /** The ids of the cases, the simplest one first. */
  readonly cases: readonly string[]
}

type Problem = CaseResult & { readonly symptom: string }

/** Topics whose cases make all kinds of calls: any defect fails them, and none of them says which one it is. */
const mixedTopics = new Set(["programs", "lives", "bursts", "large-tables"])

/** The topics whose titles fit a symptom best. */
const fittingTopics: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^dates/, ["dates/session-expiry-is-a-date", "dates/verified-at-is-a-date", "dates"]],
  [/^texts/, ["text", "hostile-text", "exact-keys"]],
  [/^numbers|^true and false/, ["numbers", "counters", "account-fields", "authenticators"]],
  [/by deleteUser/, ["cascades", "deletions"]],
  [/^concurrent calls|accepts/, ["one-winner", "emails", "linking", "sessions"]],
]

/** Topics about one operation each. */
const basicTopics = new Set([
  ...[
    "users",
    "user-updates",
    "emails",
    "email-changes",
    "deletions",
    "cascades",
    "accounts",
    "linking",
    "unlinking",
  ],
  ...["sessions", "session-updates", "sign-outs", "verification-tokens", "authenticators", "counters"],
])

/** Groups the cases that failed or warned by what went wrong. The largest group of failures comes first. */
export function groupByCause(results: readonly CaseResult[]): Cause[] {
  const problems = results.filter((result): result is Problem => result.symptom !== undefined)
  const bySymptom = groupBy(problems, (problem) => chooseSymptom(problem, problems))
  const clear = [...bySymptom].filter(([symptom, group]) => hasFailed(group) && !isVague(symptom))
  const groups = groupBy([...bySymptom], ([symptom, group]) =>
    hasFailed(group) && saysLittle(symptom, group, clear) ? mixedSymptom : symptom,
  )
  return [...groups]
    .map(([symptom, parts]): Cause => {
      const group = parts.flatMap(([, part]) => part)
      const sorted = group.toSorted((a, b) => compare(rate(a, symptom), rate(b, symptom)))
      return { symptom, status: hasFailed(group) ? "failed" : "warned", cases: sorted.map(({ id }) => id) }
    })
    .sort((a, b) => rank(b) - rank(a))
}

const groupBy = <T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

const hasFailed = (problems: readonly Problem[]): boolean =>
  problems.some(({ status }) => status === "failed")

/** Failures come first, the largest group before the others, and cases that may have any cause last. */
const rank = ({ status, symptom, cases }: Cause): number =>
  (status === "failed" ? 10_000 : 0) + (symptom === mixedSymptom ? 0 : cases.length)

/** True if a few cases failed in a way that another, clearer group explains: one of the same kind of row, for races. */
function saysLittle(
  symptom: string,
  group: readonly Problem[],
  clear: readonly (readonly [string, readonly Problem[]])[],
): boolean {
  if (clear.length === 0 || clear.some(([clearSymptom]) => clearSymptom === symptom)) return false
  if (isUnexpected(symptom)) return group.length === 1 && clear.some(([, { length }]) => length > 2)
  if (!isVague(symptom) || group.some((problem) => raceTopics.has(readTopic(problem)))) return false
  const row = /(an? [a-z ]+?) have /.exec(symptom)?.[1]
  return (
    row !== undefined &&
    clear.some(([clearSymptom, { length }]) => length > 2 && clearSymptom.startsWith(`${row} `))
  )
}

/** Topics whose cases look for one race each. */
const raceTopics = new Set(["one-winner", "interleavings", "lost-writes", "late-writes"])

/** The symptom under which a problem is counted: of several that explain it, the one that other cases show alone. */
function chooseSymptom(problem: Problem, problems: readonly Problem[]): string {
  const { symptom, alsoLost } = problem
  const isMixed = mixedTopics.has(readTopic(problem))
  const isSeenAlone = problems.some(
    (candidate) =>
      candidate.symptom === symptom &&
      candidate.alsoLost === undefined &&
      !mixedTopics.has(readTopic(candidate)),
  )
  const isExplained = problems.some((candidate) => candidate.symptom === alsoLost)
  if (alsoLost !== undefined && isExplained && (!isSeenAlone || isVague(symptom))) return alsoLost
  return isMixed &&
    !isSeenAlone &&
    problems.some((candidate) => !mixedTopics.has(readTopic(candidate)) && candidate.status === "failed")
    ? mixedSymptom
    : symptom
}

/** The heading of cases that only show that something is wrong. */
export const mixedSymptom = "cases that may have any of the other causes"

const readTopic = ({ id }: CaseResult): string => id.split("/")[0] ?? ""

/** The lower, the simpler: a failure, a title that fits, one call after the other, and few calls. */
function rate(problem: Problem, symptom: string): readonly number[] {
  const fitting = fittingTopics.find(([pattern]) => pattern.test(symptom))?.[1]
  const fit = fitting?.findIndex((name) => name === problem.id || name === readTopic(problem)) ?? -1
  return [
    Number(problem.status !== "failed"),
    Number(problem.alsoLost !== undefined && symptom !== problem.alsoLost),
    Number(mixedTopics.has(readTopic(problem))),
    fit < 0 ? (fitting?.length ?? 0) : fit,
    Number(!basicTopics.has(readTopic(problem))),
    Number(problem.error?.harm === ""),
    Number(problem.races !== undefined),
    problem.calls ?? 0,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => value !== b[at])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

export const countCases = (count: number): string => (count === 1 ? "1 case" : `${count} cases`)

const mostTopics = 8

/** Ids by topic with counts, such as "dates 7, sessions 3". */
export function countTopics(ids: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const id of ids) {
    const topic = id.split("/")[0] ?? ""
    counts.set(topic, (counts.get(topic) ?? 0) + 1)
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([topic, count]) => `${topic} ${count}`)
  const more = sorted.length - mostTopics
  return [...sorted.slice(0, mostTopics), ...(more > 0 ? [`and ${more} more topics`] : [])].join(", ")
}
