export { type AnswerChecker, answerChecker, type RestAnswer } from './answers.ts'
