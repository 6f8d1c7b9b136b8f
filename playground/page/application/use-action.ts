import { useState } from "preact/hooks"
import { usePlayground } from "../playground-context.ts"
import { reasonText } from "./reason-text.ts"

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** Runs the actions of a card. `busy` is the name of the one that runs. A failed action shows its reason. */
export function useAction<Name extends string>() {
  const { show } = usePlayground()
  const [busy, setBusy] = useState<Name>()
  const run = async (name: Name, act: () => Promise<Outcome>): Promise<boolean> => {
    setBusy(name)
    const outcome = await act()
    setBusy(undefined)
    if (!outcome.ok) show(reasonText(outcome.reason), "bad")
    return outcome.ok
  }
  return { busy, run }
}
