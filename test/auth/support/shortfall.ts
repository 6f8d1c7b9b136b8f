/** Something that an adapter cannot promise, told by the cases that it fails. */
export type Shortfall = {
  /** The reason, for a person who chooses an adapter. */
  readonly why: string
  /** Whole names of cases, or a feature with all of its cases. */
  readonly cases: readonly string[] | "passkeys"
  /** What the failure says: a case that fails in another way is a case that fails. */
  readonly shows: RegExp
  /** It takes requests that meet at the wrong moment, and they need not: such a case may pass as well. */
  readonly racy?: true
}

export type Feature = Extract<Shortfall["cases"], string>

export const covers = ({ cases }: Shortfall, name: string, feature: Feature | undefined): boolean =>
  typeof cases === "string" ? cases === feature : cases.includes(name)

/** Runs a case that is not promised. One that passes after all fails, so that nothing stays listed by mistake. */
export async function failing(body: () => Promise<void>, { shows, racy }: Shortfall): Promise<void> {
  const failure = await body().then(
    () => null,
    (error: unknown) => error,
  )
  if (failure === null && racy) return
  if (failure === null) throw new Error("This passes: take it off the list of what is not promised.")
  if (!shows.test(wordsOf(failure))) throw failure
}

/** What an error says, and what the errors behind it say. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${wordsOf(error.cause)}` : ""
