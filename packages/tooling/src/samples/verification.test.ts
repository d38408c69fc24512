import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guideRunners, isInstalled, runSample } from './runners.ts'

const page = readFileSync(new URL('../../../../apps/docs/guides/verification.md', import.meta.url), 'utf8')
const secret = `whsec_${randomBytes(24).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', data: { message: 'Grüße, "Ada"' } })
const headersAt = (seconds: number) => {
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000) - seconds)]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` }
}

/** Programs that call the function shown on the page. Each fails unless it accepts the first delivery and refuses the others. */
const programs = {
  js: [
    'node',
    (code: string) => `${code}
import { readFileSync } from 'node:fs'
const cases = JSON.parse(readFileSync('cases.json', 'utf8'))
const results = cases.map(({ headers, body }) => verified(headers, Buffer.from(body), ${JSON.stringify(secret)}))
if (results.join() !== 'true,false,false') throw new Error(results.join())`,
  ],
  python: [
    'python',
    (code: string) => `${code}
import json
cases = json.load(open("cases.json", encoding="utf-8"))
results = [verified(each["headers"], each["body"].encode(), ${JSON.stringify(secret)}) for each in cases]
assert results == [True, False, False], results`,
  ],
  php: [
    'php',
    (code: string) => `<?php
${code}
$results = array_map(fn ($each) => verified($each['headers'], $each['body'], '${secret}'), json_decode(file_get_contents('cases.json'), true));
exit($results === [true, false, false] ? 0 : 1);`,
  ],
  ruby: [
    'ruby',
    (code: string) => `${code}
require 'json'
results = JSON.parse(File.read('cases.json')).map { |each| verified?(each['headers'], each['body'], '${secret}') }
raise results.inspect unless results == [true, false, false]`,
  ],
  go: [
    'go',
    (code: string) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

${code}

func main() {
	text, _ := os.ReadFile("cases.json")
	var cases []struct {
		Headers map[string]string
		Body    string
	}
	json.Unmarshal(text, &cases)
	for at, each := range cases {
		headers := http.Header{}
		for name, value := range each.Headers {
			headers.Set(name, value)
		}
		if verified(headers, []byte(each.Body), "${secret}") != (at == 0) {
			os.Exit(1)
		}
	}
}`,
  ],
  java: [
    'java',
    (code: string) => `import static java.nio.charset.StandardCharsets.UTF_8;
import java.nio.file.*;
import java.security.*;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
class Sample {
${code}
public static void main(String[] args) throws Exception {
  for (int at = 0; at < 3; at++) {
    List<String> lines = Files.readAllLines(Path.of("case-" + at + ".txt"));
    Map<String, String> headers = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) headers.put(line.split(": ", 2)[0], line.split(": ", 2)[1]);
    if (verified(headers, lines.get(0).getBytes(UTF_8), "${secret}") != (at == 0)) System.exit(1);
  }
} }`,
  ],
} as const

it.each(Object.keys(programs) as (keyof typeof programs)[])(
  'the verification in %s accepts a signed delivery, and refuses a changed or an old one',
  async (named) => {
    const [language, complete] = programs[named]
    const [, code] = new RegExp(`^\`\`\`${named}\\n([\\s\\S]*?)\\n\`\`\``, 'm').exec(page) ?? []
    if (code === undefined) throw new Error(`the page has no ${named}`)
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-verification-'))
    const cases = [
      { headers: headersAt(0), body },
      { headers: headersAt(0), body: body.replace('Ada', 'Eve') },
      { headers: headersAt(600), body },
    ]
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases))
    for (const [at, each] of cases.entries()) {
      const lines = Object.entries(each.headers).map(([name, value]) => `${name}: ${value}`)
      writeFileSync(join(folder, `case-${at}.txt`), [each.body, ...lines].join('\n'))
    }
    const runner = guideRunners[language]
    const failure = isInstalled(runner) ? await runSample(runner, complete(code), folder) : undefined
    rmSync(folder, { recursive: true })
    expect(failure).toBeUndefined()
  },
)
