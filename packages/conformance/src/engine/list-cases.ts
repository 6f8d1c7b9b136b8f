import type { SuiteCase } from "./case.ts"

/** A case as its file writes it: without what its list says once. The level is `must`, unless it says otherwise. */
export type ListedCase<Context, Shared = unknown> = Omit<SuiteCase<Context>, keyof Shared | "level"> &
  Partial<SuiteCase<Context>>

/** Makes the function with which a suite completes the cases of a list by the details that all of them share. */
export const createListCases =
  <Context>() =>
  <const Shared extends Partial<SuiteCase<Context>>>(
    shared: Shared,
    list: readonly ListedCase<Context, Shared>[],
  ): readonly SuiteCase<Context>[] =>
    list.map((testCase) => ({ level: "must", ...shared, ...testCase }) as SuiteCase<Context>)

/** Makes the function that does the same for a table: one function runs the cases that are only data. */
export const createListTable =
  <Context>() =>
  <const Shared extends Partial<SuiteCase<Context>>, Data extends object>(
    shared: Shared,
    run: (t: Context, data: Data) => Promise<void>,
    table: readonly ((Omit<ListedCase<Context, Shared>, "run"> & Data) | ListedCase<Context, Shared>)[],
  ): readonly SuiteCase<Context>[] =>
    table.map((entry) => {
      const ownRun = "run" in entry ? undefined : (t: Context) => run(t, entry as Data)
      return { level: "must", ...shared, ...entry, ...(ownRun && { run: ownRun }) } as SuiteCase<Context>
    })
