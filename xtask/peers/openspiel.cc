// The five games as OpenSpiel games, to compare random games and value iteration with ours: the same rules on the same lines.
//
// `peer games NAME TIMES` plays so many random games, and `peer values NAME TIMES` finds the value of every position so
// often. Both print the nanoseconds of processor time, and what shows that it was the same work.

#include <ctime>
#include <iostream>
#include <string>

#include "open_spiel/algorithms/value_iteration.h"
#include "open_spiel/simultaneous_move_game.h"
#include "open_spiel/spiel.h"

namespace open_spiel {
namespace {

GameType TypeOf(const std::string& name, bool both) {
  return GameType{name, name,
                  both ? GameType::Dynamics::kSimultaneous : GameType::Dynamics::kSequential,
                  GameType::ChanceMode::kDeterministic,
                  GameType::Information::kPerfectInformation,
                  GameType::Utility::kZeroSum, GameType::RewardModel::kTerminal,
                  2, 2, false, false, false, false, {}};
}

// What the four games in turns have in common.
class Turns : public State {
 public:
  explicit Turns(std::shared_ptr<const Game> game) : State(game) {}
  Player CurrentPlayer() const override { return IsTerminal() ? kTerminalPlayerId : mover_; }
  std::string ActionToString(Player, Action action) const override { return std::to_string(action); }
  std::vector<double> Returns() const override {
    if (!IsTerminal()) return {0.0, 0.0};
    return Winner() == 0 ? std::vector<double>{1.0, -1.0} : std::vector<double>{-1.0, 1.0};
  }
  virtual Player Winner() const = 0;

 protected:
  Player mover_ = 0;
};

// Cells that are free as the bits of a word; the player who makes the last move wins.
class LastMove : public Turns {
 public:
  LastMove(std::shared_ptr<const Game> game, int length)
      : Turns(game), length_(length), free_((uint64_t{1} << length) - 1) {}
  bool IsTerminal() const override { return free_ == 0; }
  Player Winner() const override { return 1 - mover_; }
  std::string ToString() const override {
    std::string text(length_ + 1, '0' + mover_);
    for (int cell = 0; cell < length_; ++cell) text[cell] = free_ >> cell & 1 ? '.' : '-';
    return text;
  }

 protected:
  int length_;
  uint64_t free_;
};

class Duel : public LastMove {
 public:
  explicit Duel(std::shared_ptr<const Game> game) : LastMove(game, 10) {}
  std::unique_ptr<State> Clone() const override { return std::make_unique<Duel>(*this); }
  std::vector<Action> LegalActions() const override {
    std::vector<Action> actions;
    for (int cell = 0; cell < length_; ++cell)
      if (free_ >> cell & 1) actions.push_back(cell);
    for (int cell = 0; cell + 1 < length_; ++cell)
      if ((free_ >> cell & 3) == 3) actions.push_back(length_ + cell);
    return actions;
  }

 protected:
  void DoApplyAction(Action action) override {
    free_ &= action < length_ ? ~(uint64_t{1} << action) : ~(uint64_t{3} << (action - length_));
    mover_ = 1 - mover_;
  }
};

class Blockade : public LastMove {
 public:
  explicit Blockade(std::shared_ptr<const Game> game) : LastMove(game, 21) {}
  std::unique_ptr<State> Clone() const override { return std::make_unique<Blockade>(*this); }
  std::vector<Action> LegalActions() const override {
    std::vector<Action> actions;
    for (int cell = 0; cell < length_; ++cell)
      if (free_ >> cell & 1) actions.push_back(cell);
    return actions;
  }

 protected:
  void DoApplyAction(Action action) override {
    free_ &= ~((uint64_t{7} << action) >> 1);
    mover_ = 1 - mover_;
  }
};

// A shared token on 1..10 with moves of one or two, and the player who lands on an end loses.
class Token : public Turns {
 public:
  explicit Token(std::shared_ptr<const Game> game) : Turns(game) {}
  std::unique_ptr<State> Clone() const override { return std::make_unique<Token>(*this); }
  bool IsTerminal() const override { return square_ == 1 || square_ == 10; }
  Player Winner() const override { return mover_; }
  std::string ToString() const override { return std::to_string(square_) + (mover_ == 0 ? " 1" : " 2"); }
  std::vector<Action> LegalActions() const override {
    std::vector<Action> actions;
    if (IsTerminal()) return actions;
    const int by[] = {-2, -1, 1, 2};
    for (int place = 0; place < 4; ++place)
      if (square_ + by[place] >= 1 && square_ + by[place] <= 10) actions.push_back(place);
    return actions;
  }

 protected:
  void DoApplyAction(Action action) override {
    const int by[] = {-2, -1, 1, 2};
    square_ += by[action];
    mover_ = 1 - mover_;
  }

 private:
  int square_ = 5;
};

// Two tokens that run for the far base on 0..10 by one to three, or land on the other one.
class Siege : public Turns {
 public:
  explicit Siege(std::shared_ptr<const Game> game) : Turns(game) {}
  std::unique_ptr<State> Clone() const override { return std::make_unique<Siege>(*this); }
  bool IsTerminal() const override { return one_ == two_ || one_ == LENGTH || two_ == 0; }
  Player Winner() const override { return 1 - mover_; }
  std::string ToString() const override {
    return std::to_string(one_) + " " + std::to_string(two_) + (mover_ == 0 ? " 1" : " 2");
  }
  std::vector<Action> LegalActions() const override {
    std::vector<Action> actions;
    if (IsTerminal()) return actions;
    const int left = mover_ == 0 ? LENGTH - one_ : two_;
    for (int steps = 1; steps <= 3 && steps <= left; ++steps) actions.push_back(steps);
    return actions;
  }

 protected:
  void DoApplyAction(Action action) override {
    if (mover_ == 0) one_ += action; else two_ -= action;
    mover_ = 1 - mover_;
  }

 private:
  static constexpr int LENGTH = 10;
  int one_ = 0, two_ = LENGTH;
};

// Both play a card of 1..5, and the difference pushes the marker on -5..5.
class Cards : public SimMoveState {
 public:
  explicit Cards(std::shared_ptr<const Game> game) : SimMoveState(game) {}
  std::unique_ptr<State> Clone() const override { return std::make_unique<Cards>(*this); }
  Player CurrentPlayer() const override { return IsTerminal() ? kTerminalPlayerId : kSimultaneousPlayerId; }
  bool IsTerminal() const override { return hands_[0] == 0 || marker_ == 5 || marker_ == -5; }
  std::string ActionToString(Player, Action action) const override { return std::to_string(action); }
  std::string ToString() const override {
    return std::to_string(marker_) + " " + std::to_string(hands_[0]) + " " + std::to_string(hands_[1]);
  }
  std::vector<double> Returns() const override {
    if (!IsTerminal()) return {0.0, 0.0};
    const bool one = marker_ != 0 ? marker_ > 0 : pushed_ == 0;
    return one ? std::vector<double>{1.0, -1.0} : std::vector<double>{-1.0, 1.0};
  }
  std::vector<Action> LegalActions(Player player) const override {
    std::vector<Action> actions;
    if (IsTerminal()) return actions;
    for (int card = 1; card <= 5; ++card)
      if (hands_[player] >> card & 1) actions.push_back(card);
    return actions;
  }

 protected:
  void DoApplyActions(const std::vector<Action>& actions) override {
    marker_ = std::max(-5, std::min(5, marker_ + static_cast<int>(actions[0] - actions[1])));
    if (actions[0] != actions[1]) pushed_ = actions[0] > actions[1] ? 0 : 1;
    for (Player player = 0; player < 2; ++player) hands_[player] &= ~(1 << actions[player]);
  }

 private:
  int marker_ = 0;
  int hands_[2] = {62, 62};
  Player pushed_ = 1;
};

template <class S>
class Line : public Game {
 public:
  Line(const std::string& name, int actions, int plies, bool both)
      : Game(TypeOf(name, both), {}), actions_(actions), plies_(plies) {}
  int NumDistinctActions() const override { return actions_; }
  std::unique_ptr<State> NewInitialState() const override { return std::make_unique<S>(shared_from_this()); }
  int NumPlayers() const override { return 2; }
  double MinUtility() const override { return -1; }
  double MaxUtility() const override { return 1; }
  absl::optional<double> UtilitySum() const override { return 0; }
  int MaxGameLength() const override { return plies_; }

 private:
  int actions_, plies_;
};

std::shared_ptr<const Game> Named(const std::string& name) {
  if (name == "duel") return std::make_shared<Line<Duel>>(name, 19, 10, false);
  if (name == "token") return std::make_shared<Line<Token>>(name, 4, 1000000, false);
  if (name == "blockade") return std::make_shared<Line<Blockade>>(name, 21, 21, false);
  if (name == "cards") return std::make_shared<Line<Cards>>(name, 6, 5, true);
  if (name == "siege") return std::make_shared<Line<Siege>>(name, 4, 20, false);
  return nullptr;
}

// The same small generator as ours, so that it does not count beside a move.
struct Dice {
  uint64_t state;
  uint64_t Below(uint64_t count) {
    state += 0xa0761d6478bd642f;
    unsigned __int128 wide = static_cast<unsigned __int128>(state) * (state ^ 0xe7037ed1a0b428db);
    return ((static_cast<uint64_t>(wide >> 64) ^ static_cast<uint64_t>(wide)) >> 32) * count >> 32;
  }
};

double Games(const Game& game, long games) {
  Dice dice{20261118};
  long plies = 0;
  for (long number = 0; number < games; ++number) {
    std::unique_ptr<State> state = game.NewInitialState();
    while (!state->IsTerminal()) {
      if (state->IsSimultaneousNode()) {
        std::vector<Action> both;
        for (Player player = 0; player < 2; ++player) {
          const std::vector<Action> actions = state->LegalActions(player);
          both.push_back(actions[dice.Below(actions.size())]);
        }
        state->ApplyActions(both);
      } else {
        const std::vector<Action> actions = state->LegalActions();
        state->ApplyAction(actions[dice.Below(actions.size())]);
      }
      ++plies;
    }
  }
  return static_cast<double>(plies) / games;
}

int64_t Clock() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * int64_t{1000000000} + time.tv_nsec;
}

}  // namespace
}  // namespace open_spiel

int main(int count, char** arguments) {
  if (count != 4) return 1;
  const std::string work = arguments[1];
  const long times = std::stol(arguments[3]);
  const auto game = open_spiel::Named(arguments[2]);
  if (!game) return 1;
  const int64_t before = open_spiel::Clock();
  std::string answer;
  if (work == "games") {
    answer = "plies " + std::to_string(open_spiel::Games(*game, times));
  } else {
    for (long time = 0; time < times; ++time) {
      const auto values = open_spiel::algorithms::ValueIteration(*game, -1, 0.01);
      answer = "positions " + std::to_string(values.size()) + " start " +
               std::to_string(values.at(game->NewInitialState()->ToString()));
    }
  }
  std::cout << open_spiel::Clock() - before << " " << answer << std::endl;
}
