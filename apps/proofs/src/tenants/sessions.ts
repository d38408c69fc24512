import { includesRole, leastRoleOf, type Role, roles } from '@posthorn/contracts'
import { eachOf } from '@posthorn/testkit/system'
import { Browser, type BrowserAnswer, newOwner, ownPassword } from '../dashboard/members.ts'
import { quantile } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { requestOf, restOperations } from '../scenarios/contract/requests.ts'

/** Returns whether a response is this refusal and no other one, such as one by a limit. */
const isRefusal = ({ status, body }: BrowserAnswer, refusalStatus: number, code: string) =>
  status === refusalStatus && body.errorCode === code

const accounts = 4
const wrongTries = 8
const triesOfAddress = 25

/** H12: password guesses for existing and unknown accounts, including many from one address. */
export async function guessedPasswords(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const owners = await eachOf(accounts, 1, () => newOwner(system, 'H12'))
  const known: BrowserAnswer[] = []
  const unknown: BrowserAnswer[] = []
  for (const [i, { email }] of owners.entries()) {
    // Each account is tried from its own address, so that the account's limit applies and not the address's.
    const browser = new Browser(system, `127.0.12.${i + 1}`)
    for (let n = 0; n < wrongTries; n++) {
      known.push(await browser.signIn(email, `wrong ${n} and long`))
      unknown.push(await browser.signIn(`nobody-${email}`, `wrong ${n} and long`))
    }
  }
  const other = new Browser(system, '127.0.12.100')
  const fromOne = await eachOf(triesOfAddress, 2, (i) => other.signIn(`${i}-${owners[0]?.email}`, 'wrong and long'))
  const right = await owners[0]?.browser.signIn(owners[0].email, ownPassword)
  const wrong = (answers: BrowserAnswer[]) => answers.filter((each) => isRefusal(each, 401, 'sign_in:refused'))
  const limited = (answers: BrowserAnswer[]) => answers.filter((each) => isRefusal(each, 429, 'rate:limited'))
  const median = (answers: BrowserAnswer[]) =>
    quantile(
      wrong(answers).map(({ tookMs }) => tookMs),
      0.5,
    )
  const [knownMs, unknownMs] = [median(known), median(unknown)]
  const texts = new Set([...wrong(known), ...wrong(unknown)].map(textOf))
  const measured = `${wrong(known).length / accounts} of ${wrongTries} tries of each account looked at, of unknown ones ${wrong(unknown).length / accounts}; ${wrong(fromOne).length} of ${triesOfAddress} of one address; median ${Math.round(knownMs)} ms for known and ${Math.round(unknownMs)} ms for unknown accounts; ${texts.size} text; the owner in a browser of theirs ${right?.status}`
  return all(measured, {
    'five of each account, known or not': [known, unknown].every((each) => wrong(each).length === accounts * 5),
    'the others are limited': [known, unknown].every((each) => limited(each).length === accounts * (wrongTries - 5)),
    'twenty of an address': wrong(fromOne).length === 20 && limited(fromOne).length === triesOfAddress - 20,
    'the same text': texts.size === 1,
    'the same time': Math.abs(knownMs - unknownMs) <= Math.max(knownMs, unknownMs) / 3,
    'nobody is locked out': right?.status === 200,
  })
}

/** Returns a refusal without the request id, which always differs, so that refusals can be compared. */
const textOf = ({ body }: BrowserAnswer): string => JSON.stringify({ ...body, requestId: undefined })

/** H14: every operation with every role. */
export async function roleMatrix(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { browser, workspace } = await newOwner(system, 'H14')
  const wrong: string[] = []
  let asked = 0
  for (const role of roles) {
    await fixture.rows('update gateway.member set role = $1 where workspace_id = $2', [role, workspace])
    const answers = await eachOf(restOperations.length, 4, async (i) => {
      const placed = restOperations[i] as (typeof restOperations)[number]
      const input = { ...(placed.operation.example.input as object), neverAField: 1 }
      const { method, path } = requestOf(placed.rest, input)
      // Sends an invalid body, which shows whether the caller has permission but changes nothing.
      const body = method === 'GET' ? {} : { body: { neverAField: 1 } }
      const answer = await browser.send(`${method} ${path}`, body)
      return { placed, answer }
    })
    asked += answers.length
    for (const { placed, answer } of answers) {
      if (!isAsDocumented(placed.operation, role, answer)) wrong.push(`${role} ${placed.rest}: ${answer.status}`)
    }
  }
  const outsider = await new Browser(system).send('GET /v1/me')
  return all(
    `${asked - wrong.length} of ${asked} pairs of role and operation as documented; without a session ${outsider.status}`,
    {
      [`behavior is the table (${wrong.slice(0, 3).join('; ')})`]: wrong.length === 0,
      'nothing without a session': outsider.status === 401,
    },
  )
}

type Operation = (typeof restOperations)[number]['operation']

/** Returns whether a role is refused exactly if the contract says so. The invalid body of a permitted request is refused in another way. */
function isAsDocumented(operation: Operation, role: Role, answer: BrowserAnswer): boolean {
  const may = operation.scope !== 'operator' && includesRole(role, leastRoleOf(operation))
  return answer.status < 500 && isRefusal(answer, 403, 'role:insufficient') === !may
}
