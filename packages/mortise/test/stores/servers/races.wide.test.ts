import { describe } from "vitest"
import { mysql2, mysql2AsMysql, pg } from "../../support/engines.ts"
import { isFullRun, raceRounds } from "../../support/tier.ts"
import { describeRaces } from "./races/describe-races.ts"

const rounds = { rounds: raceRounds(30), processRounds: isFullRun ? 200 : 8 }

describe("on PostgreSQL", () => describeRaces([pg], rounds))
describe("on MariaDB", () => describeRaces([mysql2, mysql2AsMysql], rounds))
