import { Anchor } from '@mantine/core'
import type { Message } from '../../../api/kinds.ts'
import { Icon } from '../../../parts/icon.tsx'
import { previewOf } from '../../../parts/preview.ts'
import { say } from '../../../words/say.ts'
import styles from './bubble.module.css'
import { Choices } from './choices.tsx'
import { MediaContent } from './media.tsx'
import { Products } from './products.tsx'
import { SentTemplate } from './sent-template.tsx'
import { Words } from './words.tsx'

/** The content of a message: text, media, place, cards, poll, buttons, list, template, order. */
export function Content({ message }: { message: Message }) {
  const { type, header, footer, template } = message
  return (
    <>
      {typeof header === 'string' && <b className={styles.header}>{header}</b>}
      {typeof header === 'object' && <MediaContent media={header.media} type={header.media.kind} />}
      {message.media && <MediaContent media={message.media} type={type} />}
      <Place location={message.location} />
      <Cards contacts={message.contacts} />
      {message.reaction !== undefined && (
        <span className={styles.emoji}>{message.reaction || say('message.reactionGone')}</span>
      )}
      {message.message !== null && <Words text={message.message} />}
      {template && <SentTemplate template={template} number={message.number} hasText={message.message !== null} />}
      {message.reply?.text && message.message === null && <Words text={message.reply.text} />}
      <Choices message={message} />
      <Products message={message} />
      {footer && <div className={styles.footer}>{footer}</div>}
      {!hasContent(message) && (
        <i className={styles.deleted}>
          {message.unsupported ? say('message.unsupported', { kind: message.unsupported }) : previewOf(message)}
        </i>
      )}
    </>
  )
}

function hasContent({ message, template, reply, media, location, contacts, poll, reaction, ...rest }: Message) {
  const { product, products, catalog, purchase } = rest
  const words = message ?? template ?? reply?.text ?? reaction
  return [words, media, location, contacts, poll, product, products, catalog, purchase].some(
    (part) => part !== undefined && part !== null,
  )
}

/** Returns where a place is shown on a map. */
function mapAddress(latitude: number, longitude: number): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

function Place({ location }: { location: Message['location'] }) {
  if (location === undefined) return null
  const { latitude, longitude, name, address, request } = location
  if (request) return <p className={styles.text}>{say('kind.location_request')}</p>
  return (
    <div className={styles.place}>
      <span className={styles.grid}>
        <Icon name="place" size={26} />
      </span>
      <b>{name ?? say('kind.location')}</b>
      {address && <span>{address}</span>}
      {latitude !== null && longitude !== null && (
        <Anchor size="sm" href={mapAddress(latitude, longitude)} target="_blank" rel="noreferrer">
          {say('message.map', { place: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` })}
        </Anchor>
      )}
    </div>
  )
}

function Cards({ contacts }: { contacts: Message['contacts'] }) {
  return (contacts ?? []).map(({ name, phone, phones, organization }) => (
    <div key={name} className={styles.card}>
      <Icon name="person" size={20} />
      <span>
        <b>{name}</b>
        <br />
        <span className={styles.quiet}>{[organization, phone ?? phones?.[0]].filter(Boolean).join(' · ')}</span>
      </span>
    </div>
  ))
}
