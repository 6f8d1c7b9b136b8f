import { useState } from "preact/hooks"
import { reasonText } from "./reason-text.ts"

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** Runs the actions of a card. `busy` is the name of the one that runs; `problem` says why the last one failed. */
export function useAction<Name extends string>() {
  const [busy, setBusy] = useState<Name>()
  const [problem, setProblem] = useState<string>()
  const run = async (name: Name, act: () => Promise<Outcome>): Promise<boolean> => {
    setBusy(name)
    setProblem(undefined)
    const outcome = await act()
    setBusy(undefined)
    if (!outcome.ok) setProblem(reasonText(outcome.reason))
    return outcome.ok
  }
  return { busy, problem, run }
}
