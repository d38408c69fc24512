import { migration } from '@posthorn/chassis'

const ofPeople = `kind in ('contact:created', 'contact:updated', 'contact:deleted', 'chat:updated')`

/** Ids of contacts and chats were hashes of a phone, which can be computed back: of people who were erased, entries keep none. */
export const webhooks006 = migration('webhooks_006_erased_ids', [
  `update event set payload = regexp_replace(payload, '"id":"(con|chat)_[0-9a-z]{26}",("erased":true)', '\\2')
   where ${ofPeople} and strpos(payload, '"erased":true') > 0`,
  `update event e set payload = regexp_replace(payload, '"data":\\{[^{}]*\\}', '"data":{"erased":true}')
   where kind = 'contact:deleted' and strpos(payload, '"mergedInto":null') > 0
     and not exists (select 1 from delivery_job j where j.event_id = e.id)`,
])
