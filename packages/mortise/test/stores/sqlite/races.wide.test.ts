import { raceRounds } from "../../../../workshop/src/tests/tier.ts"
import { describeRaces } from "./support/describe-races.ts"

describeRaces(raceRounds(60))
