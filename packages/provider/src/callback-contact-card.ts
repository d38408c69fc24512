import { type EventData, providerPhone, readListedPhone } from '@posthorn/contracts'
import { asObject, asText, itemsOf } from './json.ts'
import { pickTexts } from './pick-texts.ts'

type ContactCard = NonNullable<NonNullable<EventData<'provider:message'>['content']>['contacts']>[number]

/** Reads a customer's contact card. `country`: the customer's, for phones in national format. */
export function readContactCard(value: unknown, country: string | null): ContactCard {
  const item = asObject(value) ?? {}
  const name = asObject(item.name) ?? {}
  const org = asObject(item.org) ?? {}
  const names = pickTexts({
    first: name.first_name,
    middle: name.middle_name,
    last: name.last_name,
    prefix: name.prefix,
    suffix: name.suffix,
  })
  const emails = readEntries(item.emails, 'email')
  const urls = readEntries(item.urls, 'url')
  return {
    name: asText(name.formatted_name) ?? asText(name.first_name) ?? '',
    ...(Object.keys(names).length > 0 && { names }),
    ...readPhones(item.phones, country),
    ...pickTexts({
      email: emails[0]?.email,
      organization: org.company,
      department: org.department,
      jobTitle: org.title,
      url: urls[0]?.url,
      birthday: item.birthday,
      vcard: item.vcard,
    }),
    ...(emails.length > 0 && { emails }),
    ...(urls.length > 0 && { urls }),
    ...readAddresses(item.addresses),
  }
}

function readPhones(value: unknown, country: string | null): Pick<ContactCard, 'phones' | 'phoneDetails'> {
  const phoneDetails = itemsOf(value).flatMap((each) => {
    const { wa_id: waId, phone: written, type } = asObject(each) ?? {}
    const [known, text] = [providerPhone(asText(waId) ?? ''), asText(written)]
    const phone = known ?? (text && (readListedPhone(text, country) ?? text))
    return phone ? [{ phone, whatsapp: known !== undefined, ...pickTexts({ type }) }] : []
  })
  return phoneDetails.length > 0 ? { phones: phoneDetails.map(({ phone }) => phone), phoneDetails } : {}
}

function readEntries<K extends 'email' | 'url'>(value: unknown, name: K): ({ [P in K]: string } & { type?: string })[] {
  return itemsOf(value).flatMap((each) => {
    const item = asObject(each) ?? {}
    const text = asText(item[name])
    return text === undefined ? [] : [{ [name]: text, ...pickTexts({ type: item.type }) } as { [P in K]: string }]
  })
}

function readAddresses(value: unknown): Pick<ContactCard, 'addresses'> {
  const addresses = itemsOf(value)
    .map((each) => {
      const { street, city, state, zip, country, country_code: countryCode, type } = asObject(each) ?? {}
      return pickTexts({ street, city, state, zip, country, countryCode, type })
    })
    .filter((address) => Object.keys(address).length > 0)
  return addresses.length > 0 ? { addresses } : {}
}
