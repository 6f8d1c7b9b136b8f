import type { CaseContext, NewCase } from "../../case.ts"

// Longer than a queue, a timer or a cleanup in the background usually takes.
const laterMs = 60

type About = Omit<NewCase, "level" | "run" | "waits"> & {
  /** Makes the calls and returns the check of their result. */
  make(t: CaseContext): Promise<() => Promise<void>>
}

/** A case that checks the result of its calls immediately and after a delay. */
export const aMomentLater = ({ make, ...about }: About): NewCase => ({
  ...about,
  waits: true,
  async run(t) {
    const check = await make(t)
    await check()
    await t.wait(laterMs)
    await check()
  },
})
