import { engines } from "./choices.ts"
import type { Order, Word } from "./enter-apart.ts"
import { type Entrant, enter, reasonOf } from "./entrants.ts"
import { measure } from "./measure.ts"
import { requestWorkloads, workloads } from "./workloads.ts"

const [engine = "", population = "", ...names] = process.argv.slice(2)
const say = (word: Word): void => void process.send?.(word)

const opened = await engines[engine]?.().then(({ open }) => open())
if (!opened) throw new Error(`There is no engine called ${engine}.`)
const entrants = new Map<string, Entrant>()
for (const name of names) {
  const contestant = opened.contestants.find((each) => each.name === name)
  if (!contestant) throw new Error(`${engine} has no contestant called ${name}.`)
  const entrant = await enter(contestant, Number(population))
  entrants.set(name, entrant)
  say({ note: entrant.note })
}

async function turnOf({ contestant, workload, callers, count }: Order): Promise<Word> {
  const ready = entrants.get(contestant)?.ready
  const asked = [...workloads, ...requestWorkloads].find(
    (each) => each.name === workload && each.callers === callers,
  )
  if (!asked || !ready) return { note: `${contestant} cannot take part in ${workload}` }
  try {
    const calls = await asked.prepare(ready.adapter, ready.population, count)
    return { note: "", turn: await measure(calls, callers) }
  } catch (error) {
    return { note: `it failed: ${reasonOf(error)}` }
  }
}

process.on("message", (order: Order) => void turnOf(order).then(say))
process.on("disconnect", async () => {
  for (const { close } of entrants.values()) await close()
  await opened.close()
  process.exit()
})
