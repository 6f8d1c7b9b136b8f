import { describeRaces } from "./support/describe-races.ts"

describeRaces(10)
