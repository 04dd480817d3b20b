#include "screens.hpp"

#include <algorithm>

namespace todo {

namespace {

enum Action : std::uint64_t {
    draft = 1, add, edit, save, discard, done, choose_colour, no_colour, ask_to_remove, remove, keep
};

// ---------------------------------------------------------------- values

std::string_view string_of(const sy_value *value) {
    if (!sy_is(value, SY_VALUE_STRING)) throw Failure(SY_ERROR_WRONG_TYPE, "expected a text");
    return text(value->text);
}

bool bool_of(const sy_value *value) {
    if (!sy_is(value, SY_VALUE_BOOL)) throw Failure(SY_ERROR_WRONG_TYPE, "expected a yes or a no");
    return value->integer != 0;
}

void no_value(const sy_value *value) {
    if (!sy_is(value, SY_VALUE_NULL)) throw Failure(SY_ERROR_WRONG_TYPE, "a button takes no value");
}

[[noreturn]] void no_action(std::uint64_t action) {
    throw Failure(SY_ERROR_NOT_FOUND, "the screen shows no action " + std::to_string(action) + " now");
}

// ---------------------------------------------------------------- nodes

// An open node, which closes itself when its scope ends: also by an exception.
class Node {
public:
    Node(const sy_view_sink *sink, const sy_node &node) : sink(sink), open(sink->begin_node(sink, &node) == SY_OK) {}
    ~Node() {
        if (open) sink->end_node(sink);
    }
    Node(const Node &) = delete;
    Node &operator=(const Node &) = delete;
    explicit operator bool() const { return open; }

private:
    const sy_view_sink *sink;
    bool open;
};

sy_node node_of(sy_node_kind kind, std::string_view text, std::uint64_t action = 0, sy_node_flags flags = 0) {
    sy_node node = sy_node_of(kind, nullptr);
    node.text = borrowed(text);
    node.action = action;
    node.flags = flags;
    return node;
}

void put(const sy_view_sink *sink, const sy_node &node) { sy_put_node(sink, &node); }

void put_info(const sy_view_sink *sink, std::string_view title, std::string_view lock_reason = {},
              const sy_checkpoint *checkpoint = nullptr) {
    sy_screen_info info{};
    info.size = sizeof info;
    info.title = borrowed(title);
    info.lock_reason = borrowed(lock_reason);
    info.checkpoints = checkpoint;
    info.checkpoint_count = checkpoint ? 1 : 0;
    sink->info(sink, &info);
}

// A destination of one argument. What it points to is its own: it stays where it is.
struct Target {
    Target(const char *route, const char *name, const sy_value &value)
        : argument(sy_argument_of(name, value)), destination(sy_destination_of(nullptr, route)) {
        destination.arguments = &argument;
        destination.argument_count = 1;
    }
    Target(const Target &) = delete;
    Target &operator=(const Target &) = delete;

    sy_argument argument;
    sy_destination destination;
};

struct ToTask : Target {
    explicit ToTask(std::int64_t identifier) : Target("task", "identifier", sy_int(identifier)) {}
};

// Both are outgoing: the host's wiring says whose screens they are.
struct ToColour : Target {
    ToColour(const char *route, std::string_view hex) : Target(route, "hex", sy_text(borrowed(hex))) {}
};

// ---------------------------------------------------------------- the list

class List : public Screen {
public:
    using Screen::Screen;

    void render(const sy_view_sink *sink) const override {
        sy_title(sink, "To do");
        sy_put_control(sink, SY_NODE_TEXT_FIELD, "New task", sy_text(borrowed(written)), Action::draft);
        sy_put_button(sink, "Add", Action::add);
        put_section(sink, "Open", false);
        put_section(sink, "Done", true);
    }

    void perform(const sy_event &event) override {
        switch (event.action) {
        case Action::draft:
            written = Tasks::checked(string_of(event.value));
            return invalidate();
        case Action::add:
            no_value(event.value);
            feature.tasks.add(written);
            written.clear();
            return feature.changed();
        default:
            no_action(event.action);
        }
    }

private:
    void put_section(const sy_view_sink *sink, std::string_view header, bool done) const {
        const auto &all = feature.tasks.all();
        if (std::none_of(all.begin(), all.end(), [=](const Task &task) { return task.done == done; })) return;
        Node open(sink, node_of(SY_NODE_SECTION, header));
        if (!open) return;
        for (const Task &task : all) {
            if (task.done != done) continue;
            const ToTask target(task.identifier);
            const std::string key = std::to_string(task.identifier);
            sy_node link = node_of(SY_NODE_LINK, task.text);
            link.key = borrowed(key);
            link.role = done ? SY_ROLE_SECONDARY : SY_ROLE_PRIMARY;
            link.destination = &target.destination;
            put(sink, link);
        }
    }

    std::string written;
};

// ---------------------------------------------------------------- one task

class TaskScreen : public Screen {
public:
    TaskScreen(Feature &feature, sy_screen_id id, std::int64_t identifier)
        : Screen(feature, id), identifier(identifier), written(task().text) {}

    void render(const sy_view_sink *sink) const override {
        const Task *task = feature.tasks.find(identifier);
        if (!task) {
            sy_title(sink, "Task");
            sy_put(sink, SY_NODE_TEXT, "The task has been removed.");
            return;
        }
        sy_checkpoint checkpoint{};
        checkpoint.size = sizeof checkpoint;
        checkpoint.name = sy_string_from("colour");
        checkpoint.value_type = sy_string_from("string");
        put_info(sink, task->text, is_edited() ? "the text of the task is not saved" : "", &checkpoint);
        sy_put_control(sink, SY_NODE_TEXT_FIELD, "Text", sy_text(borrowed(written)), Action::edit);
        if (is_edited()) {
            sy_put_button(sink, "Save", Action::save);
            sy_put_button(sink, "Discard the change", Action::discard);
        }
        sy_put_control(sink, SY_NODE_TOGGLE, "Done", sy_bool(task->done), Action::done);
        put_colour(sink, *task);
        sy_put(sink, SY_NODE_DIVIDER, nullptr);
        put(sink, node_of(SY_NODE_BUTTON, "Remove", Action::ask_to_remove, SY_NODE_FLAG_DESTRUCTIVE));
        if (is_asking) put_question(sink);
    }

    void perform(const sy_event &event) override {
        if (!shows(event.action)) no_action(event.action);
        Task changed = task();
        switch (event.action) {
        case Action::edit:
            written = Tasks::checked(string_of(event.value));
            return invalidate();
        case Action::done:
            changed.done = bool_of(event.value);
            return change(changed);
        default:
            no_value(event.value);
        }
        switch (event.action) {
        case Action::save:
            if (written.empty()) throw Failure(SY_ERROR_INVALID_STATE, "write what is to be done first");
            changed.text = written;
            return change(changed);
        case Action::discard:
            written = changed.text;
            return invalidate();
        case Action::choose_colour:
            return go_to_colour(changed.colour);
        case Action::no_colour:
            changed.colour.clear();
            return change(changed);
        case Action::ask_to_remove:
        case Action::keep:
            is_asking = event.action == Action::ask_to_remove;
            return invalidate();
        case Action::remove:
            feature.tasks.remove(identifier);
            is_asking = false;
            feature.changed();
            return ask([](auto host, auto id, auto error) { return host->back(host, id, error); });
        }
    }

    // Another feature answers: the wiring has joined its outgoing return to this checkpoint.
    void returned(const sy_return &how) override {
        if (!sy_equal(how.name, "colour")) return Screen::returned(how);
        const std::string_view hex = string_of(how.value);
        if (!is_colour(hex)) {
            throw Failure(SY_ERROR_INVALID_ARGUMENT, "a colour is six hexadecimal digits, as in ff8800");
        }
        Task changed = task();
        changed.colour = std::string(hex);
        change(changed);
    }

private:
    const Task &task() const {
        const Task *found = feature.tasks.find(identifier);
        if (!found) throw Failure(SY_ERROR_NOT_FOUND, "there is no task " + std::to_string(identifier));
        return *found;
    }

    bool is_edited() const { return written != task().text; }

    // Whether a render would show a control of that action now.
    bool shows(std::uint64_t action) const {
        if (!feature.tasks.find(identifier)) return false;
        switch (action) {
        case Action::edit: case Action::done: case Action::choose_colour: case Action::ask_to_remove: return true;
        case Action::save: case Action::discard: return is_edited();
        case Action::no_colour: return !task().colour.empty();
        case Action::remove: case Action::keep: return is_asking;
        default: return false;
        }
    }

    void change(const Task &changed) {
        feature.tasks.change(changed);
        feature.changed();
    }

    void go_to_colour(std::string_view colour) const {
        const ToColour target("chooseColour", colour.empty() ? "808080" : colour);
        ask([&](auto host, auto id, auto error) {
            return host->navigate(host, id, &target.destination, SY_METHOD_DEFAULT, error);
        });
    }

    void put_colour(const sy_view_sink *sink, const Task &task) const {
        if (!task.colour.empty()) {
            const ToColour swatch("swatch", task.colour);
            sy_node embedded = sy_node_of(SY_NODE_EMBEDDED, nullptr);
            embedded.destination = &swatch.destination;
            put(sink, embedded);
            sy_put_button(sink, "No colour", Action::no_colour);
        }
        sy_put_button(sink, "Choose a colour", Action::choose_colour);
    }

    void put_question(const sy_view_sink *sink) const {
        sy_node question = node_of(SY_NODE_CONFIRMATION, "Remove the task?", Action::keep);
        question.detail = sy_string_from("It cannot be brought back.");
        Node open(sink, question);
        if (!open) return;
        put(sink, node_of(SY_NODE_BUTTON, "Remove it", Action::remove, SY_NODE_FLAG_DESTRUCTIVE));
        put(sink, node_of(SY_NODE_BUTTON, "Keep it", Action::keep, SY_NODE_FLAG_CANCEL));
    }

    const std::int64_t identifier;
    std::string written;
    bool is_asking = false;
};

}  // namespace

// ---------------------------------------------------------------- the table

struct ScreenTable {
    // Runs a call of a screen, which may use `error` by ask().
    template <class Body> static sy_status call(const sy_screen *table, const sy_error *error, Body body) noexcept {
        Screen &screen = *static_cast<Screen *>(table->instance);
        screen.error = error;
        const sy_status status = guarded(error, [&] {
            body(screen);
            return SY_OK;
        });
        screen.error = nullptr;
        return status;
    }

    static sy_status render(const sy_screen *table, const sy_render *, const sy_view_sink *sink,
                            const sy_error *error) noexcept {
        return call(table, error, [=](Screen &screen) { screen.render(sink); });
    }

    static sy_status perform(const sy_screen *table, const sy_event *event, const sy_error *error) noexcept {
        return call(table, error, [=](Screen &screen) { screen.perform(*event); });
    }

    static sy_status returned(const sy_screen *table, const sy_return *how, const sy_error *error) noexcept {
        return call(table, error, [=](Screen &screen) { screen.returned(*how); });
    }

    static void nothing(const sy_screen *) noexcept {}
    static void destroy(const sy_screen *table) noexcept { delete static_cast<Screen *>(table->instance); }
};

Screen::Screen(Feature &feature, sy_screen_id id) : feature(feature), id(id) {
    table.size = sizeof table;
    table.instance = this;
    table.render = ScreenTable::render;
    table.perform = ScreenTable::perform;
    table.appear = ScreenTable::nothing;
    table.disappear = ScreenTable::nothing;
    table.returned = ScreenTable::returned;
    table.destroy = ScreenTable::destroy;
}

void Screen::returned(const sy_return &how) {
    throw Failure(SY_ERROR_NOT_FOUND, "the screen has no checkpoint '" + std::string(text(how.name)) + "'");
}

std::unique_ptr<Screen> make_list(Feature &feature, sy_screen_id id) { return std::make_unique<List>(feature, id); }

std::unique_ptr<Screen> make_task(Feature &feature, sy_screen_id id, std::int64_t identifier) {
    return std::make_unique<TaskScreen>(feature, id, identifier);
}

}  // namespace todo
