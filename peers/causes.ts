import type { Outcome } from "./measured.ts"

/** One property of an adapter or its tables that makes many cases fail, most of which are about something else. */
export type Cause = { readonly title: string; fits(failure: Required<Outcome>["error"], id: string): boolean }

export const causes: readonly Cause[] = [
  { title: "Dates lose their milliseconds", fits: losesMilliseconds },
  {
    title: "An id that is no UUID is refused with an error",
    fits: ({ came }) => came.includes("invalid input syntax for type uuid"),
  },
  {
    title: "Ids are numbers, not text",
    fits: ({ expected, came }, id) =>
      expected === "an id that is text" || (id.startsWith("programs/") && /\{ id: \d+, /.test(came)),
  },
  {
    title: "A user cannot have two accounts",
    fits: ({ came }) => came.includes("Unique constraint failed on the constraint: `userId`"),
  },
  {
    title: "A user who has a session or an account cannot be deleted",
    fits: ({ came }) => came.includes("Foreign key constraint violated on the fields: (`userId`)"),
  },
  {
    // Three seconds of them find more or less, by chance and load, of what most other cases are about.
    title: "Random sequences of calls go wrong as well",
    fits: (_, id) => id.startsWith("programs/"),
  },
]

const date = /Date (\d{4}-[^ ,}]+Z)/g
const times = (text: string): number[] => [...text.matchAll(date)].map(([, time = ""]) => Date.parse(time))

/** What was expected and what came are the same but for a part of a second. */
function losesMilliseconds({ expected, came }: Required<Outcome>["error"], id: string): boolean {
  // The dates of programs are from these years, and none of them is on a full second.
  if (id.startsWith("programs/")) return /Date 209[89]-\S+\.000Z/.test(came)
  const [wanted, got] = [times(expected), times(came)]
  const isNear = got.every((time, nth) => time % 1000 === 0 && Math.abs(time - (wanted[nth] ?? 0)) < 1000)
  return got.length > 0 && isNear && expected.replaceAll(date, "Date").endsWith(came.replaceAll(date, "Date"))
}

/** The musts that failed, those of a shared cause together. */
export function failuresByCause(results: readonly Outcome[]) {
  const failed = results.filter(({ status }) => status === "failed")
  const causeOf = ({ error, id }: Outcome) => error && causes.find(({ fits }) => fits(error, id))
  const shared = causes.map(({ title }) => ({
    title,
    failures: failed.filter((outcome) => causeOf(outcome)?.title === title),
  }))
  return {
    shared: shared.filter(({ failures }) => failures.length > 0),
    others: failed.filter((outcome) => !causeOf(outcome)),
  }
}
