import { WriteStream } from "node:tty"
import { expect, onTestFinished, test } from "vitest"
import { runCommand } from "./support/run-command.ts"

/** Lets the output be a terminal with the environment's colours. */
function useTerminal(): void {
  const before = Object.getOwnPropertyDescriptors(process.stdout)
  Object.assign(process.stdout, { isTTY: true, getColorDepth: WriteStream.prototype.getColorDepth })
  onTestFinished(() => {
    for (const name of ["isTTY", "getColorDepth"] as const) {
      Reflect.deleteProperty(process.stdout, name)
      if (before[name]) Object.defineProperty(process.stdout, name, before[name])
    }
  })
}

const colors = { TERM: "xterm-256color", CI: undefined, NO_COLOR: undefined, MORTISE_ADAPTER: "memory" }
const isStyled = async (env: Readonly<Record<string, string | undefined>>) =>
  (await runCommand(["status"], { ...colors, ...env })).stdout.includes("\u001b[")

test("a terminal shows styles, unless NO_COLOR or its type forbids them", async () => {
  useTerminal()
  expect(await isStyled({})).toBe(true)
  expect(await isStyled({ NO_COLOR: "1" })).toBe(false)
  expect(await isStyled({ TERM: "dumb" })).toBe(false)
})

test("a file gets no styles", async () => {
  expect(await isStyled({})).toBe(false)
})
