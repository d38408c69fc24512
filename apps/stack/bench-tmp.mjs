import express from 'express'; import pg from 'pg'
const pool=new pg.Pool({connectionString:process.env.DB,max:20})
await pool.query('create table if not exists bare(id bigserial primary key, body text, phone text, created_at timestamptz default now())')
const app=express(); app.use(express.json()); app.post('/m',async(q,r)=>{const x=await pool.query('insert into bare(body,phone) values($1,$2) returning id',[q.body.message,q.body.phone]);r.status(201).json({id:x.rows[0].id,status:'queued'})})
app.listen(4111)
