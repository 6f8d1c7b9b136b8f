import { describe } from "vitest"
import { mysql2, pg } from "../../support/engines.ts"
import { describeRaces } from "./races/describe-races.ts"

const few = { rounds: 5, processRounds: 1 }

describe("on PostgreSQL", () => describeRaces([pg], few))
describe("on MariaDB", () => describeRaces([mysql2], few))
