import { printCall } from "./call.ts"
import type { Violation } from "./check-order.ts"
import type { Taken } from "./explore.ts"
import type { Fate } from "./gate.ts"

const names = ["a", "b", "c"]
const marks: Readonly<Record<Fate, string>> = { run: "", lose: "?", die: "!" }

/** An order as one word for each step: its caller, with `?` if the answer is lost and `!` if the caller dies after it. */
const printOrder = (order: readonly Pick<Taken, "caller" | "fate">[]): string =>
  order.map(({ caller, fate }) => `${names[caller]}${marks[fate]}`).join(" ")

/** The order that a text gives. */
export const parseOrder = (text: string): Pick<Taken, "caller" | "fate">[] =>
  text.split(" ").map((word) => ({
    caller: names.indexOf(word[0] ?? ""),
    fate: word.endsWith("?") ? "lose" : word.endsWith("!") ? "die" : "run",
  }))

const fates: Readonly<Record<Fate, string>> = {
  run: "",
  lose: "  ← its answer is lost",
  die: "  ← then the caller dies",
}

/** What distinguishes the keys of a run from those of another. */
const suffix = /-\d+r/g

/** A violation as a short script, and the command that repeats it. */
export function printViolation({ engine, calls, order, outputs, found }: Violation): string {
  const last = found.slice(-1).map((text) => `  afterwards: ${text}`)
  return [
    `${engine}: no order of these calls, one at a time, has these results.`,
    ...calls.map((call, caller) => `  ${names[caller]}: ${printCall(call)} → ${outputs[caller]}`),
    ...order.map(
      ({ caller, label, fate }, index) =>
        `  ${index + 1}. ${names[caller]}: ${label.replace(suffix, "")}${fates[fate]}`,
    ),
    ...last,
    `  npm run check:orders -- ${[engine, ...calls.map(printCall), printOrder(order)].map((part) => `'${part}'`).join(" ")}`,
  ].join("\n")
}
