import { writeConnectors } from './connectors/sources.ts'

for (const path of writeConnectors()) console.log(path)
