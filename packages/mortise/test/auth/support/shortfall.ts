/** A shortfall of an adapter, with the cases that it fails. */
export type Shortfall = {
  /** The reason, for a reader who chooses an adapter. */
  readonly why: string
  /** The names of the cases, or a feature with all of its cases. */
  readonly cases: readonly string[] | "passkeys"
  /** Matches the message of the failure. A case that fails with another message fails the run. */
  readonly shows: RegExp
  /** The failure depends on the timing of concurrent requests, so the case may also pass. */
  readonly racy?: true
}

export type Feature = Extract<Shortfall["cases"], string>

export const covers = ({ cases }: Shortfall, name: string, feature: Feature | undefined): boolean =>
  typeof cases === "string" ? cases === feature : cases.includes(name)

/** Runs a listed case. If it passes, the test fails, so that no case stays listed by mistake. */
export async function failing(body: () => Promise<void>, { shows, racy }: Shortfall): Promise<void> {
  const failure = await body().then(
    () => null,
    (error: unknown) => error,
  )
  if (failure === null && racy) return
  if (failure === null) throw new Error("This case passes: take it off the list of shortfalls.")
  if (!shows.test(wordsOf(failure))) throw failure
}

/** The messages of an error and of its causes. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${wordsOf(error.cause)}` : ""
