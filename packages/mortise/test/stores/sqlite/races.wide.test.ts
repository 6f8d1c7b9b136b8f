import { raceRounds } from "../../support/tier.ts"
import { describeRaces } from "./support/describe-races.ts"

describeRaces(raceRounds(60))
