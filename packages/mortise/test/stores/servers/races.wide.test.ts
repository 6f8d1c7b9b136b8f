import { describe } from "vitest"
import { isFullRun, raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { mysql2, mysql2AsMysql, pg } from "../../support/engines.ts"
import { describeRaces } from "./races/describe-races.ts"

const rounds = { rounds: raceRounds(30), processRounds: isFullRun ? 200 : 8 }

describe("on PostgreSQL", () => describeRaces([pg], rounds))
describe("on MariaDB", () => describeRaces([mysql2, mysql2AsMysql], rounds))
