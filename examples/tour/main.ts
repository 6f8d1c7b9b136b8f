import "./quiet.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { createTeller } from "./teller.ts"
import { tour } from "./tour.ts"

const colour = process.stdout.isTTY === true && !process.env["NO_COLOR"]

console.log(`Mortise: a guided tour
Two people sign in through the real Auth.js. Each line is one call of the adapter: the operation of the
contract, the verb it becomes, the table, what came of it, and the row by its key. Secrets are masked.`)

await tour(memoryAdapter(), createTeller(console.log, colour))

console.log(`
Where to look next
   src/operations/nineteen.ts   the nineteen operations, each over one verb
   src/stores/memory            a store: the seven verbs
   README.md                    your own fields, errors, and how to add a store
   npm test                     every check`)
