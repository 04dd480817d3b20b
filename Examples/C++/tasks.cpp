#include "tasks.hpp"

#include "boundary.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace todo {

// Whether all bytes are those of characters in UTF-8, by their number alone: what the host passes is valid, and so is
// what is kept of it.
static bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const unsigned char first = static_cast<unsigned char>(text[i]);
        const std::size_t count = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2
                                  : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
        if (count == 0 || count > text.size() - i) return false;
        for (std::size_t k = 1; k < count; k++) {
            if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
        }
        i += count;
    }
    return true;
}

bool is_colour(std::string_view hex) {
    return hex.size() == 6 && hex.find_first_not_of("0123456789abcdefABCDEF") == hex.npos;
}

// A task a line: number, done or not, colour, text, with tabs between them.
Tasks::Tasks(std::string_view directory) {
    if (directory.empty()) return;
    file = std::filesystem::path(directory) / "tasks";
    std::ifstream input(file);
    for (std::string line; std::getline(input, line);) {
        const auto first = line.find('\t'), second = line.find('\t', first + 1), third = line.find('\t', second + 1);
        if (first == line.npos || second == line.npos || third == line.npos) continue;
        Task task;
        task.identifier = std::strtoll(line.c_str(), nullptr, 10);
        task.done = line.compare(first + 1, second - first - 1, "done") == 0;
        task.colour = line.substr(second + 1, third - second - 1);
        task.text = line.substr(third + 1);
        // What somebody else has written there is taken where it could be the feature's own.
        if (task.identifier > 0 && task.identifier < std::numeric_limits<std::int64_t>::max() && tasks.size() < limit
            && !find(task.identifier) && is_task(task.text) && (task.colour.empty() || is_colour(task.colour))) {
            tasks.push_back(std::move(task));
        }
    }
}

const Task *Tasks::find(std::int64_t identifier) const {
    const auto found = std::find_if(tasks.begin(), tasks.end(),
                                    [=](const Task &task) { return task.identifier == identifier; });
    return found == tasks.end() ? nullptr : &*found;
}

namespace {

bool is_control(unsigned char byte) { return byte < 0x20 || byte == 0x7f; }

} // namespace

bool Tasks::is_task(std::string_view text) {
    return !text.empty() && text.size() <= text_limit && std::none_of(text.begin(), text.end(), is_control)
        && is_utf8(text);
}

std::string Tasks::checked(std::string_view text) {
    if (text.size() > text_limit) {
        throw Failure(SY_ERROR_LIMIT, "a task has at most " + std::to_string(text_limit) + " bytes, and this has "
                                          + std::to_string(text.size()));
    }
    if (std::any_of(text.begin(), text.end(), is_control)) {
        throw Failure(SY_ERROR_INVALID_ARGUMENT, "a task is one line, without control characters");
    }
    return std::string(text);
}

void Tasks::add(std::string_view text) {
    Task task;
    task.text = checked(text);
    if (task.text.empty()) throw Failure(SY_ERROR_INVALID_STATE, "write what is to be done first");
    if (tasks.size() == limit) {
        throw Failure(SY_ERROR_LIMIT, "there are " + std::to_string(limit) + " tasks: remove one first");
    }
    for (const Task &other : tasks) task.identifier = std::max(task.identifier, other.identifier);
    task.identifier += 1;
    auto changed = tasks;
    changed.push_back(std::move(task));
    keep(std::move(changed));
}

void Tasks::change(const Task &task) {
    auto changed = tasks;
    for (Task &other : changed) {
        if (other.identifier == task.identifier) other = task;
    }
    keep(std::move(changed));
}

void Tasks::remove(std::int64_t identifier) {
    auto changed = tasks;
    changed.erase(std::remove_if(changed.begin(), changed.end(),
                                 [=](const Task &task) { return task.identifier == identifier; }),
                  changed.end());
    keep(std::move(changed));
}

// Beside the file, then over it: whoever reads it finds the tasks of before or those of now.
void Tasks::keep(std::vector<Task> changed) {
    if (!file.empty()) {
        std::filesystem::create_directories(file.parent_path());
        auto fresh = file;
        fresh += ".new";
        std::ofstream output(fresh, std::ios::trunc);
        for (const Task &task : changed) {
            output << task.identifier << '\t' << (task.done ? "done" : "open") << '\t' << task.colour << '\t'
                   << task.text << '\n';
        }
        output.close();
        if (!output) throw Failure(SY_ERROR_UNAVAILABLE, "the tasks cannot be kept in " + fresh.string());
        std::filesystem::rename(fresh, file);
    }
    tasks = std::move(changed);
}

}  // namespace todo
