// A first lesson in Piratz, on the rulebook's own examples.

import type { Lesson } from './lesson'

const cubes = {
  rings: ['gold', 'copper'],
  coins: ['wood', 'wood'],
  pearls: ['gold', 'silver'],
  gems: ['copper', 'wood'],
  goblets: ['silver', 'copper'],
  shells: ['gold', 'silver'],
}
const table = { game: 'piratz', players: 3, round: 1, spades: [true, true, true], cubes }
const DEALER = -1

export const lesson: Lesson = {
  game: 'piratz',
  title: 'Learn Piratz',
  minutes: 4,
  seat: 0,
  names: ['You', 'Anna', 'Willi'],
  scenes: [
    {
      position: { ...table, phase: 'turn', active: 0, faceup: ['pz28', 'pz42'] },
      says: [
        'Three pirates, three spades, one beach. Cards are dug up until you dare no longer; then you leave with some of them.',
        'In the end, whoever has most of a treasure picks one of its two cubes on the score card; the second gets the other. Cubes are points.',
      ],
      clause: 'PZ-10.5',
    },
    {
      says: ['On your turn you turn up one card.'],
      task: {
        says: 'Dig: tap the draw pile, or press “Reveal a card”.',
        accept: ['reveal'],
        instead: { '*': 'You may leave without digging. But let us dig first.' },
        after: [{ seat: DEALER, text: 'deal pz01' }],
      },
      done: 'A coin, and a rat that guards it. One rat alone does nothing.',
      clause: 'PZ-2.3',
    },
    {
      says: ['Now you may stay in the game, or leave. There will be more to take later: stay.'],
      task: {
        says: 'Press “Stay”, and watch Anna and Willi.',
        accept: ['stay'],
        instead: { '*': 'Two coins already? There may be more. Stay this once.' },
        after: [
          { seat: 1, text: 'reveal' },
          { seat: DEALER, text: 'deal pz33' },
          { seat: 1, text: 'stay' },
          { seat: 2, text: 'reveal' },
          { seat: DEALER, text: 'deal pz17' },
          { seat: 2, text: 'stay' },
        ],
      },
      done: 'Anna turned up two rings and a coin, Willi a shell. Neither found a second rat.',
      clause: 'PZ-2.5',
    },
    {
      says: [
        'To leave, you name one treasure and take every card that shows it, whole, with all that is on it.',
        'Look before you leap: tap a treasure on the score card, and the cards that you would take lift up.',
      ],
      task: {
        says: 'Three cards show coins. Choose coins, then “Take coins and pass”.',
        accept: ['pass coins'],
        instead: {
          reveal: 'A second rat now, and you would go home with one card at most. Take the coins.',
          '*': 'Possible, but coins would bring you three cards. Look again.',
        },
      },
      done: 'Two rings, three coins, a shell, and the rat came along too. Rats break ties, so keep it.',
      clause: 'PZ-3.3',
    },
    {
      says: [
        'Whoever leaves puts the spade on a card that is left. That card is buried: nobody takes it in this round.',
      ],
      task: {
        says: 'Bury a card: tap it.',
        accept: ['bury pz42', 'bury pz17'],
      },
      done: 'Well buried. You now watch until the round is over; then everybody takes their spade back.',
      clause: 'PZ-6.1',
    },
    {
      position: { ...table, phase: 'turn', active: 0, round: 2, faceup: ['pz04', 'pz44'] },
      says: [
        'Another round. A rat lies open, so the next rat that anyone turns up is an alert. See the warning at the draw pile.',
      ],
      task: {
        says: 'Be brave: reveal a card.',
        accept: ['reveal'],
        instead: { '*': 'Very wise. But then you would never see an alert. Reveal.' },
        after: [{ seat: DEALER, text: 'deal pz06' }],
      },
      done: 'Rat alert! You must leave, without naming a treasure.',
      clause: 'PZ-4.1',
    },
    {
      says: ['There is one comfort: you may keep one of the rat cards.'],
      task: {
        says: 'Take a rat. The one with the ring and the goblet, perhaps.',
        accept: ['take pz06', 'take pz04'],
        instead: { 'no rat': 'You may decline. But a rat breaks ties, and it has a treasure in its paws.' },
      },
      done: 'Better than nothing.',
      clause: 'PZ-4.7',
    },
    {
      says: ['And the spade goes down, as always. What would Anna like least?'],
      task: { says: 'Bury a card.', accept: ['bury pz44', 'bury pz04', 'bury pz06'] },
      done: 'A buried rat is silent, by the way: it raises no alert.',
      clause: 'PZ-4.3',
    },
    {
      position: {
        ...table,
        phase: 'turn',
        active: 0,
        round: 3,
        spades: [true, false, false],
        buried: [['pz12', 1]],
        middle: [2],
        faceup: ['pz38'],
      },
      says: [
        'Anna and Willi have left. With the last spade you may dig on as long as you like, until you leave or a second rat comes.',
      ],
      task: {
        says: 'Dig once more.',
        accept: ['reveal'],
        instead: { '*': 'You may. But the beach is yours: dig once more.' },
        after: [{ seat: DEALER, text: 'deal pz43' }],
      },
      done: 'Three gems and two shells. Enough?',
      clause: 'PZ-7.1',
    },
    {
      says: ['No rat lies open, so one more card could not hurt. But all good things must end.'],
      task: {
        says: 'Leave with the gems, or with the shells.',
        accept: ['pass gems', 'pass shells'],
        instead: { '*': 'Gems or shells bring you both cards.' },
      },
      done: 'The round is over: buried cards are discarded, what lies open stays, and the next pirate begins.',
      clause: 'PZ-8.3',
    },
    {
      position: {
        ...table,
        phase: 'turn',
        active: 0,
        round: 6,
        final_round: true,
        spades: [true, false, false],
        middle: [1, 2],
        piles: [
          ['pz18', 'pz33'],
          ['pz12', 'pz24'],
          ['pz34', 'pz46'],
        ],
      },
      before: [{ seat: 0, text: 'pass empty' }],
      says: [
        'When the last card has been dug up, the round is the final one. Then the piles are turned over, treasure by treasure.',
        'You have four rings, Anna two, Willi one. You choose a cube first.',
      ],
      task: {
        says: 'Choose a cube for your rings.',
        accept: ['pick high'],
        instead: { 'pick low': 'You may. But gold is worth 4, copper 2, and Anna gets the other.' },
      },
      done: 'Gold for you, copper for Anna. The most points in cubes win.',
      clause: 'PZ-10.9',
    },
  ],
  end: 'That is all of Piratz. Dig, watch the rats, and leave a moment before you think you should.',
}
