import { describe } from "vitest"
import { describeRaces } from "./races/describe-races.ts"
import { mysql2, pg } from "./support/engines.ts"

const few = { rounds: 5, processRounds: 2 }

describe("on PostgreSQL", () => describeRaces([pg], few))
describe("on MariaDB", () => describeRaces([mysql2], few))
