import { engines } from "./choices.ts"
import type { Answer, TurnOrder } from "./enter-in-process.ts"
import { type Entrant, enter, reasonOf } from "./entrants.ts"
import { measure } from "./measure.ts"
import { requestWorkloads, workloads } from "./workloads.ts"

const [engine = "", population = "", ...names] = process.argv.slice(2)
const send = (answer: Answer): void => void process.send?.(answer)

const opened = await engines[engine]?.().then(({ open }) => open())
if (!opened) throw new Error(`Unknown engine: ${engine}.`)
const entrants = new Map<string, Entrant>()
for (const name of names) {
  const contestant = opened.contestants.find((each) => each.name === name)
  if (!contestant) throw new Error(`Unknown contestant of ${engine}: ${name}.`)
  const entrant = await enter(contestant, Number(population))
  entrants.set(name, entrant)
  send({ note: entrant.note })
}

async function turnOf({ contestant, workload, callers, count }: TurnOrder): Promise<Answer> {
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

process.on("message", (order: TurnOrder) => void turnOf(order).then(send))
process.on("disconnect", async () => {
  for (const { close } of entrants.values()) await close()
  await opened.close()
  process.exit()
})
