import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fail, failField } from '@posthorn/contracts'
import pLimit from 'p-limit'

const charactersMin = 12
const charactersMax = 128

/** Strings that others may know about a person: name, address, workspace. */
type PublicTexts = readonly (string | null | undefined)[]

/** Returns what is wrong with a new password; undefined if nothing. `texts`: what others know about the person. */
function weaknessOf(password: string, texts: PublicTexts): string | undefined {
  const text = password.normalize('NFKC')
  const count = Array.from(text).length
  if (count < charactersMin) return `must have at least ${charactersMin} characters`
  if (count > charactersMax) return `must have at most ${charactersMax} characters`
  const plain = text.toLowerCase()
  if (isCommonPassword(plain)) return 'is one that many people use; use another'
  if (new Set(plain).size < 4) return 'must have at least four different characters'
  const names = texts
    .flatMap((name) => (name ?? '').toLowerCase().split('@')[0] ?? [])
    .filter(({ length }) => length > 2)
  return names.some((name) => isMostly(plain, name)) ? 'must not be mostly your name, address or workspace' : undefined
}

/** Fails if a password is easy to guess. */
export function refuseWeak(password: string, texts: PublicTexts): void {
  const message = weaknessOf(password, texts)
  if (message) failField('password', message)
}

/** Common passwords of at least twelve characters from published leaks, taken from zxcvbn's lists (MIT license). */
const listed = `
010203040506 012345678910 014702580369 01telemike01 050605rostik 102030405060 111111111111 1111111111zz 111222333000 111222333444555
111222tianya 112233445566 122333444455555 123123123123 123123qweqwe 123321123321 123321456654 123321qweewq 123456123456 123456654321
12345677654321 123456782000 1234567887654321 1234567890-= 123456789000 12345678900987654321 123456789012 1234567890987654321 1234567890qaz
1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz 123456789101 123456789123 123456789123456789 1234567892000 12345678987654321
123456789987654321 123456789aaa 123456789abc 123456789asd 123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789zxc
1234567qwertyu 123456qwerty 123456zxcvbn 1234qwerasdf 1234qwerasdfzxcv 123ewqasdcxz 123qwe123qwe 123qwe456rty 123qweasdzxc 123qwerty123
12qw34er56ty 159753159753 159753456852 193570356033 19960610ilja 1a2a3a4a5a6a 1a2s3d4f5g6h 1b78ef23aa2506f41feecfcc45b66038 1q2w3e4r5t6y
1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv
1qazxsw23edc 1qazxsw23edcvfr4 23176djivanfros 23wkoa0fp78dk 31217221027711 319f4d26e3c536b5dd871bb2c52e3178 32615948worms 41d8cd98f00b
420842084208555 4815162342lf 4815162342lost 541233432442 5532361cnjqrf 59382113kevinp 6215mila6215 7253497a5e31bd64 742617000027
827ccb0eea8a706c4c34a16891f84e7b 89063032220m 89231243658s 89876065093rax 89semtsriuty ??????@mail.ru a1s2d3f4g5h6 abc123456789
admin18533362 administrator aksjdlasdakj89879 alpha135792468 amadeusptfcor an83546921an13 andrewjackie antananarivu anytimetoday
asd123asd123 asdfgh123456 asdfghjkl123 auckland2010 avrillavigne b9399f21060d4b5fcb6d3cf5fea8de badiman28200 bhrh0h2oof6xbqjeh blacksonblon
bltynbabrfwbz boy4u2ownnyc bpgjldsgjldthnf bullnuts2003 businessbabe cheeseburger chesterfield chickenwing101 christopher1 civilization
cjdthitycndj cnfc35762209 combat123654 configuratio construction contortionist corperfmonsy cosmopolitan counterstrike
d41d8cd98f00b204e9800998ecf8427e devilmaycry4 dfg5fhg5vgfh1 digitalprodu dkflbvbhjdbx dkflbvbhjdyf domainlock2005
e10adc3949ba59abbe56e057f20f883e edwardcullen entertainment fatima753357 films+pic+galeries finalfantasy findaupair007 fkmnthyfnbdf
fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf flvbybcnhfnjh foreveryoung frederiksberg fynfyfyfhbde g13916055158 gfhfktkjuhfv gfhjkmgfhjkm
ghbdtnghbdtn ghbdtnrfrltkf ghhh47hj7649 ghjatccbjyfk ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjqgfhjkm ghjcnjrdfibyj ghjnbdjcnjzybt
ghtdtlvtldtl gjkysqgbpltw greenlantern gthtrfnbgjkt gtnhjpfdjlcr hd764nw5d7e1vb1 hd764nw5d7e1vbv hedimaptfcor iampurehaha2 ichliebedich
ilovemyfamily ingodwetrust installdevic installsqlst intelligence international ipo54tj45uy856 iseedeadpeople jamesbond007
john!20130605at1753 josephphone7 justinbieber ktjynsq40147 leavemealone lhbjkjubz2957704 linkedin2011 lost4815162342 love777321777
lytdybrbdfvgbhf lytghjgtnhjdcr mailcreated5240 maprchem56458 marinamarina maurolarastefy megaparol12345 mevefalkcakk michaeljackson
minecraft123 minnesota_hp morganstanley mortalkombat msoracle32re msorcloledbr nastyanastya ne_e_pod_chehyl necronomicon needforspeed
nemvxyheqdd5oqxyxyzi networkingpe newproject2004 nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths nick1234-rem936 nightcrawler
nondriversig ntktdbpjh1994 ontheoutside paraklast1974 pe#5gz29ptzmse peanutbutter pfqwtd27121988 philadelphia playstation2 playstation3
polniypizdec0211 polniypizdec1102 polniypizdec110211 professional projectsadminx ptybnxtvgbjy punksnotdead q1w2e3r4t5y6 q1w2e3r4t5y6u7
q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsedrftgyh qaz123wsx456 qazwsx123456 qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx
qazxswedc123 qazxswedcvfr qwaszxerdfcv qwe123qwe123 qweasdzxc123 qwegta13091990 qwerasdfzxcv qwertasdfgzxcvb qwerty123456 qwerty123456789
qwertyasdfgh qwertyqwerty qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyuiop[] qwertyytrewq residentevil rfnthbyf1988
ronaldinho10 s8ylpe9jdpvym sanfrancisco satisfaction saun24865709 scandinavian schoolgirlie sdicmt7seytn seemnemaailm seniseviyorum
sojdlg123aljg sonnenschein sonyericsson specialinsta startfinding stickdaddy77 stinkyfinger stratocaster supernatural systemofadown
telechargement thecakeisalie transformers unbelievable vanyarespekt vfhbyfvfhbyf vfrcbvvfrcbv vfvfvskfhfve vladimirovna warhammer40k
wazzkaprivet websolutions websolutionssu webuivalidat weihnachtsbau weihnachtsbaum whosyourdaddy xxxp455w0rd5 yfdbufnjh10305070 z1x2c3v4b5n6
z1x2c3v4b5n6m7 zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zcfvfzkexifz zqjphsyf6ctifgu zxcasdqwe123 zxcvbn123456 zxcvbnm123456789 zxcvbnmmnbvcxz
`

/** Words that many passwords are based on. */
const commonWords = [
  'password',
  'passwort',
  'qwerty',
  'qwertz',
  'letmein',
  'welcome',
  'willkommen',
  'admin',
  'posthorn',
  'whatsapp',
]
/** Minimum number of characters required in addition to such a word. */
const ownCharactersMin = 6

/** Whether too little is left of a password without this word, so that anyone who guesses the word soon guesses the rest. */
const isMostly = (plain: string, word: string): boolean =>
  plain.includes(word) && plain.replaceAll(word, '').length < ownCharactersMin

const common: ReadonlySet<string> = new Set(listed.trim().split(/\s+/))
const rows = ['1234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']

/** Whether too little is left of a text without its sequences of adjacent keys or letters, such as `qwertz`. */
function isRun(text: string): boolean {
  let rest = text
  for (let length = 10; length >= 4; length--) {
    for (const row of rows)
      for (let i = 0; i + length <= row.length; i++) rest = rest.replaceAll(row.slice(i, i + length), '')
  }
  return rest.length < ownCharactersMin
}

/** Whether a lowercase password is common. */
function isCommonPassword(plain: string): boolean {
  if (common.has(plain) || isRun(plain)) return true
  return commonWords.some((word) => isMostly(plain, word))
}

/** Hashes passwords with argon2id, a few at a time, so that sign-ins can't use up memory and CPU. */
export type Passwords = {
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Without a hash, takes the same time and returns false. */
  isRight(password: string, stored: string | null): Promise<boolean>
}

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
const saltBytes = 16
const runningMax = 2
const waitingMax = 20
const retryAfterSeconds = 2

const hashPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
/** Encodes bytes as the PHC string format for hashes requires: base64 without padding. */
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A hash that matches no password, for unknown addresses. */
const unmatchableHash = `${prefix}${base64(Buffer.alloc(saltBytes))}$${base64(Buffer.alloc(cost.tagLength))}`

/** Creates the process's password hasher. It hashes two at a time, queues twenty, and refuses more with `service:unavailable`. */
export function createPasswords(): Passwords {
  const limit = pLimit(runningMax)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const isFull = limit.activeCount + limit.pendingCount >= runningMax + waitingMax
    if (isFull) fail('service:unavailable', { retryAfter: retryAfterSeconds })
    return limit(work)
  }
  return {
    hash: (password) =>
      inTurn(async () => {
        const nonce = randomBytes(saltBytes)
        const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })
        return `${prefix}${base64(nonce)}$${base64(tag)}`
      }),
    isRight: (password, hash) =>
      inTurn(async () => {
        const [, memory, passes, parallelism, salt = '', tag = ''] = hashPattern.exec(hash ?? unmatchableHash) ?? []
        const expected = Buffer.from(tag, 'base64')
        const found = await derive('argon2id', {
          message: password.normalize('NFKC'),
          nonce: Buffer.from(salt, 'base64'),
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: expected.length,
        })
        return timingSafeEqual(found, expected) && hash !== null
      }),
  }
}
