import { readFile } from "node:fs/promises"

/** Milliseconds per unit of /proc/<pid>/stat. */
const tickMs = 10

/** The processor time that each process of a server has used, in milliseconds. */
type Times = ReadonlyMap<number, number>

async function timesOf(pid: number): Promise<Times> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
  const all = [pid, ...children.split(" ").filter(Boolean).map(Number)]
  return new Map(await Promise.all(all.map(async (each) => [each, await ownTimeOf(each)] as const)))
}

/** Runs work, and returns the processor time in milliseconds that a server used for it. Processes that ended are left out. */
export async function processorTimeOf<T>(pid: number, work: () => Promise<T>): Promise<[T, number]> {
  const before = await timesOf(pid)
  const result = await work()
  const after = await timesOf(pid)
  const used = [...after].map(([each, time]) => time - (before.get(each) ?? 0))
  return [result, used.reduce((sum, time) => sum + time, 0)]
}

async function ownTimeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  // The name of the program is in brackets and can contain spaces.
  const [user, system] = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
  return (Number(user ?? 0) + Number(system ?? 0)) * tickMs
}
