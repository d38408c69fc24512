import { Anchor } from '@mantine/core'
import type { Message } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { templatesQuery } from '../../../api/api.ts'
import { filledText, formattedPieces, type Piece, valuesByName } from '../../../messages/text.ts'
import { Icon } from '../../../parts/icon.tsx'
import { previewOf } from '../../../parts/message.tsx'
import { useMay, useWorkspaceId } from '../../../session/session.ts'
import { language, say } from '../../../words/words.ts'
import styles from './bubble.module.css'
import { MediaContent } from './media.tsx'

/** What a message lets the customer choose from: a poll, buttons or a list. */
function Choices({ message }: { message: Message }) {
  return (
    <>
      {message.poll && <Poll poll={message.poll} />}
      {message.buttons && <Buttons message={message} />}
      {message.list && <List message={message} />}
    </>
  )
}

/** A poll with its votes. Each bar is relative to the option with the most votes. */
function Poll({ poll }: { poll: NonNullable<Message['poll']> }) {
  const votesOf = (option: string) => poll.tally?.find((each) => each.option === option)?.votes ?? 0
  const most = Math.max(1, ...poll.options.map(votesOf))
  return (
    <div className={styles.poll}>
      <b>{poll.name}</b>
      {poll.options.map((option) => (
        <div key={option} className={styles.option}>
          <span>{option}</span>
          <span>{votesOf(option)}</span>
          <span className={styles.bar} style={{ width: `${(votesOf(option) / most) * 100}%` }} />
        </div>
      ))}
      <span className={styles.quiet}>{say('message.voters', { count: poll.voters ?? 0 })}</span>
    </div>
  )
}

/** Returns what the customer chose: ids of options, or texts of options without an id. */
const chosenAnswers = ({ answers }: Message) => new Set(answers.map(({ id, text }) => id ?? text))

/** The buttons that a message offered. The ones that the customer chose are marked, by id or by text: some answers lack the id. */
function Buttons({ message }: { message: Message }) {
  const answered = chosenAnswers(message)
  return (
    <div className={styles.buttons}>
      {(message.buttons ?? []).map((button) => {
        const { text, id } = button as { text?: string; id?: string }
        return (
          <span
            key={id ?? text}
            className={styles.button}
            data-chosen={answered.has(id ?? text ?? null) || answered.has(text ?? null) ? '' : undefined}
          >
            {text}
          </span>
        )
      })}
    </div>
  )
}

type Row = { id?: string; title: string; description?: string }

/** The list that a message offered. The rows that the customer chose are marked. */
function List({ message }: { message: Message }) {
  const answered = chosenAnswers(message)
  const { sections = [] } = message.list as unknown as { sections?: { title?: string; rows: Row[] }[] }
  return (
    <div className={styles.buttons}>
      {sections
        .flatMap(({ rows }) => rows)
        .map(({ id, title, description }) => (
          <span key={id ?? title} className={styles.button} data-chosen={answered.has(id ?? title) ? '' : undefined}>
            {title}
            {description && <span className={styles.quiet}> {description}</span>}
          </span>
        ))}
    </div>
  )
}

const tags = { bold: 'b', italic: 'i', strike: 's' } as const

/** Renders formatted text. A formatted piece can contain more pieces, such as italics in bold text. */
function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, i) => {
    const key = `${i}${piece.kind}`
    if (piece.kind === 'text') return <Fragment key={key}>{piece.text}</Fragment>
    if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
    if (piece.kind === 'link') {
      return (
        <a key={key} href={piece.text} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      )
    }
    const Tag = tags[piece.kind]
    return (
      <Tag key={key}>
        <Pieces pieces={piece.pieces} />
      </Tag>
    )
  })
}

/** Text with its links, formatted as on WhatsApp. Nothing in it is interpreted as HTML. */
function FormattedText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      <Pieces pieces={formattedPieces(text)} />
    </p>
  )
}

type Props = {
  template: NonNullable<Message['template']>
  numberId: string
  /** Whether the message contains the filled template, so that it is not shown twice. */
  hasText: boolean
}

/** A template's name, and its filled text unless the message already has it. If the template is unknown, shows the values alone. */
function SentTemplate({ template: { name, language, variables }, numberId, hasText }: Props) {
  const templates = useQuery({ ...templatesQuery(useWorkspaceId(), numberId), enabled: !hasText }).data ?? []
  const values = valuesByName(variables)
  const body = templates.find((each) => each.name === name && each.language === language)?.body
  return (
    <>
      {!hasText && body && <FormattedText text={filledText(body, values)} />}
      <div className={styles.template}>
        <Icon name="template" size={13} /> {name} · {language}
        {!hasText && !body && <span className={styles.quiet}> {Object.values(values).join(' · ')}</span>}
      </div>
    </>
  )
}

/** The parts of a message that isn't deleted, or its kind in words if the dashboard can show none of them. Leaves out values of forms. */
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
      {message.message !== null && <FormattedText text={message.message} />}
      {template && <SentTemplate template={template} numberId={message.number} hasText={message.message !== null} />}
      {message.reply?.text && message.message === null && <FormattedText text={message.reply.text} />}
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

/** Returns whether a message has a part that can be shown by itself, unlike a header, a footer or buttons. */
function hasContent({ message, template, reply, media, location, contacts, poll, reaction, ...rest }: Message) {
  const { product, products, catalog, purchase } = rest
  const words = message ?? template ?? reply?.text ?? reaction
  return [words, media, location, contacts, poll, product, products, catalog, purchase].some(
    (part) => part !== undefined && part !== null,
  )
}

/** Returns the URL of a map with a marker at this place, zoomed to its streets. */
const mapUrl = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`

/** A place with a link to a map, or a request for the customer's location. */
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
        <Anchor size="sm" href={mapUrl(latitude, longitude)} target="_blank" rel="noreferrer">
          {say('message.map', { place: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` })}
        </Anchor>
      )}
    </div>
  )
}

/** The contact cards in a message. A card's first phone number can be repeated in its list. */
function Cards({ contacts }: { contacts: Message['contacts'] }) {
  return (contacts ?? []).map(({ name, phone, phones, organization, email }, i) => (
    <div key={`${i}${name}`} className={styles.card}>
      <Icon name="person" size={20} />
      <span>
        <b>{name}</b>
        {organization && <div className={styles.quiet}>{organization}</div>}
        {[...new Set([phone, ...(phones ?? [])])].map((each) => each && <CardPhone key={each} phone={each} />)}
        {email && <div>{email}</div>}
      </span>
    </div>
  ))
}

/** A phone on a contact card, from which the person can start a conversation. */
function CardPhone({ phone }: { phone: string }) {
  const ws = useWorkspaceId()
  const mayWrite = useMay()('messages.send')
  if (!mayWrite) return <div>{phone}</div>
  return (
    <div>
      <Link to="/$ws/new-conversation" params={{ ws }} search={{ q: phone }}>
        {phone}
      </Link>
    </div>
  )
}

/** What a message offers or orders: a product, several, the whole catalog, or the customer's order. */
function Products({ message: { product, products, catalog, purchase } }: { message: Message }) {
  return (
    <>
      {product && <Product id={product.productId ?? product.catalogId} name={nameOfProduct(product)} />}
      {products?.sections.map(({ title, productIds }) => (
        <div key={productIds.join()} className={styles.buttons}>
          {title && <b>{title}</b>}
          {productIds.map((id) => (
            <Product key={id} id={id} />
          ))}
        </div>
      ))}
      {catalog && <Product id={catalog.thumbnailProductId} name={say('message.catalog')} />}
      {purchase && <Order purchase={purchase} />}
    </>
  )
}

/** A message with a product can also be about the whole catalog. */
const nameOfProduct = ({ productId, catalogId }: NonNullable<Message['product']>) =>
  say(productId === null && catalogId !== null ? 'message.catalog' : 'kind.product')

/** A product's id. The message contains nothing else about it. */
function Product({ id, name = say('kind.product') }: { id: string | null | undefined; name?: string }) {
  return (
    <div className={styles.card}>
      <Icon name="tag" size={18} />
      <span>
        <b>{name}</b> {id && <code>{id}</code>}
      </span>
    </div>
  )
}

/** A customer's order: each product with its quantity and, if known, its price. */
function Order({ purchase: { items } }: { purchase: NonNullable<Message['purchase']> }) {
  return (
    <>
      <p className={styles.text}>{say('message.order', { count: items.length })}</p>
      <ul className={styles.order}>
        {items.map(({ productId, quantity, price, currency }, i) => (
          <li key={`${i}${productId}`}>
            {`${quantity ?? 1} × `}
            <code>{productId}</code>
            {price !== null && <span className={styles.quiet}>{` ${money(price, currency ?? undefined)}`}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Formats a price. A currency that isn't a code of three letters, which browsers refuse, follows the number. */
function money(amount: number, currency?: string): string {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency))
    return `${amount.toLocaleString(language())} ${currency ?? ''}`.trim()
  return new Intl.NumberFormat(language(), { style: 'currency', currency }).format(amount)
}
